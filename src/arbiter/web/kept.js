// What a page that works without the house has inside of it: words, the game's book, and a replay from each pair of eyes, compressed.

const inside = document.getElementById("inside");

/** The parts by name; nothing on a page of the house. */
export const kept = inside ? JSON.parse(inside.textContent) : null;

/** Compressed JSON that was written as text. */
export async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}
