// Turn alerts: the title, a sound, a notice of the browser; each by choice, and only when one has begun to be asked.

import { wish } from "./settings.js";
import { ui } from "./ui.js";

export class Alerts {
  show(picture, words) {
    const asked = picture.asks[0]?.id ?? "";
    const fresh = asked && this.asked !== undefined && asked !== this.asked;
    this.asked = asked;
    if (wish("title") === "off") document.title = document.title.replace("● ", "");
    if (!fresh || (!document.hidden && document.hasFocus())) return;
    if (wish("sound") === "on") chime();
    if (wish("notice") === "on") notify(picture, words);
  }
}

/** Two soft notes, made here. */
export function chime() {
  const Sound = globalThis.AudioContext;
  if (!Sound) return;
  const context = new Sound();
  [[660, 0], [880, 0.16]].forEach(([pitch, at]) => {
    const note = context.createOscillator();
    const loud = context.createGain();
    const from = context.currentTime + at;
    note.frequency.value = pitch;
    loud.gain.setValueAtTime(0.0001, from);
    loud.gain.exponentialRampToValueAtTime(0.12, from + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, from + 0.5);
    note.connect(loud).connect(context.destination);
    note.start(from);
    note.stop(from + 0.55);
  });
  setTimeout(() => context.close(), 1500);
}

function notify(picture, words) {
  if (globalThis.Notification?.permission !== "granted") return;
  const { prompt, args } = picture.asks[0];
  const notice = new Notification(ui("your_turn_now"), { body: words.say(prompt, args), tag: location.pathname, icon: "/web/mark.svg" });
  notice.onclick = () => {
    focus();
    notice.close();
  };
}
