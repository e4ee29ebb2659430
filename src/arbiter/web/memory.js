// What this browser remembers: the person's name and language, and the way back to their seats; and what it makes up for them.

const read = (key, otherwise) => {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
};

const write = (key, value) => {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that may keep nothing still plays: the link in the address bar is the way back.
  }
};

const MOST = 30; // of what is no longer needed: games that are over, keys that have been used

export const myName = () => read("arbiter.name", "");
export const rememberName = (name) => write("arbiter.name", name);

/** What is wished in settings, by name. */
export const myWishes = () => read("arbiter.wishes", {});
export const rememberWishes = (wishes) => write("arbiter.wishes", wishes);

export const myLanguage = () => read("arbiter.language", "");
export const rememberLanguage = (language) => write("arbiter.language", language);

/** The seats this browser has a way back to, newest first. Several may be at one table. */
export const mySeats = () => read("arbiter.seats", []).sort((a, b) => b.when - a.when);

/** The seats at one table. */
export const seatsAt = (table) => mySeats().filter((seat) => seat.table === table);

/** Remember a seat by its table and token. `facts` are its title and its status. */
export function rememberSeat(table, token, facts) {
  const old = seatsAt(table).find((seat) => seat.token === token);
  const others = mySeats().filter((seat) => seat.table !== table || seat.token !== token);
  const seats = [{ ...old, ...facts, table, token, when: Date.now() }, ...others];
  // The way back to a game that still goes on is never let go of, however long ago one was there.
  const over = seats.filter(({ status }) => status === "over").slice(MOST);
  write("arbiter.seats", seats.filter((seat) => !over.includes(seat)));
}

/** Invitations to seats at this very device, by seat, until they are taken. */
export const seatsHere = (table) => read(`arbiter.here.${table}`, {});
export const keepHere = (table, seats) => write(`arbiter.here.${table}`, seats);

/** The key to a seat that this browser has made for an invitation, if it has. */
export const keyOf = (invitation) => read("arbiter.keys", {})[invitation];

/** The same, made and kept where there is none yet. */
export function keyFor(invitation, make) {
  const key = keyOf(invitation) ?? make();
  const others = Object.entries(read("arbiter.keys", {})).filter(([known]) => known !== invitation);
  write("arbiter.keys", Object.fromEntries([...others, [invitation, key]].slice(-MOST)));
  return key;
}

export const forgetSeat = (table, token) => write("arbiter.seats", mySeats().filter((seat) => seat.table !== table || seat.token !== token));

/** 16 bytes of this browser's own chance, to go into the dice. */
export function entropy() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
