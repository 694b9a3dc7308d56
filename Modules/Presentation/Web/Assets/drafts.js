// Tells the session what is typed, so that nothing is lost with the page.

import { controls } from "./morph.js";
import { byId, state } from "./page.js";
import { send, soon, tell } from "./server.js";

const typed = new Map(); // the controls of which the server has not heard, with the number of the change
let changes = 0;
let departed = 0; // the number of the last change that went along with an action
let pause = 0;
let since = null; // when the first change was made that waits for the pause
let uploading = null; // what gives up a file that is on its way

// A control has changed: the server hears of it soon, and of a live one at once. Who types on without a
// pause is heard every second.
export function note(control) {
  typed.set(control, ++changes);
  since ??= performance.now();
  const latest = since + 1000 - performance.now();
  clearTimeout(pause);
  pause = setTimeout(flush, Math.min(control.dataset.live === undefined ? 400 : 150, latest));
}

// Whether the value of a control is one that the server does not know.
export const isUnheard = (control) => typed.has(control);

// Whether the value of a control was changed after an action had left with the others.
export const isLate = (control) => (typed.get(control) ?? 0) > departed;

// Takes note that an action leaves with all that was typed; returns the number of the last change.
export function depart() {
  departed = changes;
  return departed;
}

// Takes note that the server knows all that was typed up to a change.
export function heard(last = changes) {
  for (const [control, number] of typed) {
    if (number <= last || !control.isConnected) typed.delete(control);
  }
}

export function forgetPause() {
  clearTimeout(pause);
  since = null;
}

// Sends what was typed and the server has not heard, and nothing else.
export function flush() {
  forgetPause();
  return tell(tellTyped);
}

// Gives up a file that is on its way: an action takes it along.
export function forgetUpload() { uploading?.abort(); }

async function tellTyped() {
  const last = changes;
  const options = request();
  if (!options) return;
  uploading = options.hasFile ? new AbortController() : null;
  const signal = uploading?.signal ?? soon();
  if (await send(options.form, null, "type", { ...options, signal })) heard(last);
  else if (!state.isOver) pause = setTimeout(flush, 2000);
}

// Sends an emptied secret, which an action would take for one that stays as it was.
export async function flushEmptied() {
  const secrets = [...typed.keys()].filter((control) => control.dataset.secret !== undefined);
  if (secrets.some((control) => control.value === "")) await flush();
}

function request(isClosing = false) {
  const form = byId("screen");
  const unheard = [...typed.keys()].filter((control) => control.form === form && form);
  if (!form || (unheard.length === 0 && !isClosing)) return null;
  const names = new Set(["token", "at"]);
  for (const control of unheard) {
    names.add(control.name);
    names.add(control.name.replace(/^field\./, "has."));
  }
  return {
    form, only: (name) => names.has(name),
    hasFile: unheard.some((control) => control.type === "file"),
    address: form.getAttribute("action").replace(/act$/, "edit"),
  };
}

// The page goes, perhaps for good: what was typed in the last moment goes along. When it is closed, another
// tab may offer that.
function leave(leaving) {
  const options = request(leaving === "closed");
  if (options) send(options.form, null, "last", { ...options, more: { leaving } });
}

addEventListener("pagehide", () => leave(state.isOver ? "hidden" : "closed"));
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") leave("hidden");
});

document.addEventListener("input", (event) => {
  const isField = event.target.matches(controls) && event.target.name.startsWith("field.");
  if (isField && event.target.form?.id === "screen") note(event.target);
});

// A secret that only the session has is deleted in its field as if it were there.
document.addEventListener("keydown", ({ target, key }) => {
  const isDeleted = (key === "Backspace" || key === "Delete") && target.value === "";
  if (!isDeleted || target.form?.id !== "screen") return;
  if (!document.querySelector(`[data-kept][data-peek="${CSS.escape(target.id)}"]`)) return;
  note(target);
});
