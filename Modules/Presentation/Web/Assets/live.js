// Changes pages in place. Everything works without this file: it sends the same forms to the same
// addresses, takes the page that comes back, and puts the differences into the page that is there.

import { focusField, focusProblem, focusRows } from "./focus.js";
import "./keys.js";
import { depart, flush, flushEmptied, forgetPause, forgetUpload, heard } from "./drafts.js";
import {
  byId, enhance, forget, openModally, replaceAddress, returnToEntry, state, warn,
} from "./page.js";
import "./reading.js";
import {
  ask, forgetSearch, pick, refresh, search, searchSoon, send, target, told,
} from "./server.js";

let acting = null; // the action under way: its button, and the promise of its end

// ── What the person does ─────────────────────────────────────────────────────────────────────

document.addEventListener("submit", (event) => {
  const form = event.target;
  const button = event.submitter;
  if (!target(form, button).startsWith("/do/")) return;
  event.preventDefault();
  if (form.id === "search") return void search(form, button);
  if (acting) return void actNext(form, button);
  acting = { button, end: act(form, button).finally(() => { acting = null; }) };
});

async function act(form, button) {
  button?.closest("[popover]")?.hidePopover();
  button?.closest("details.filter")?.removeAttribute("open");
  const isAction = target(form, button).endsWith("/act");
  // Only the form of the screen takes along what was typed there.
  const takesTyped = isAction && form.id === "screen";
  if (takesTyped) forgetUpload();
  await (takesTyped ? flushEmptied() : flush());
  await told();
  if (takesTyped) forgetPause();
  forgetSearch();
  const isAnswer = form.closest("#question") && button?.id !== "answer.cancel";
  const keeps = !isAction && !isAnswer;
  const last = depart();
  const address = target(form, button);
  if (address.endsWith("/open")) state.opens = true;
  const isThere = await send(form, button, keeps ? "keep" : "act");
  state.opens = false;
  if (isThere && takesTyped) heard(last);
  if (isThere && address.endsWith("/window")) focusRows(button);
}

// Does what was pressed while another action was under way, when that one has ended, the button is
// still what it was, and nothing is asked. The same button once more is a press too many.
async function actNext(form, button) {
  if (acting.button === button) return;
  const { location } = document.body.dataset;
  const value = button?.value;
  await acting.end;
  const isThere = form.isConnected && (!button || (button.isConnected && button.value === value));
  const isAsked = document.querySelector("dialog:modal")?.contains(form) === false;
  const isHere = document.body.dataset.location === location;
  if (isThere && isHere && !isAsked && !state.isOver) form.requestSubmit(button);
}

document.addEventListener("input", (event) => {
  const control = event.target;
  if (control.id === "search-text") {
    searchSoon(control.form);
  } else if (control.id === "shortcuts-use") {
    localStorage.setItem("tenon-shortcuts", control.checked ? "on" : "off");
  }
});

// A slider moves with the number beside it, and moves it.
document.addEventListener("input", ({ target: control }) => {
  const number = byId(control.dataset.slides);
  if (number) {
    number.value = control.value;
    number.dispatchEvent(new Event("input", { bubbles: true }));
  } else {
    const slider = document.querySelector(`[data-slides="${CSS.escape(control.id)}"]`);
    if (slider) slider.value = control.value;
  }
});

// What may be typed next into a field of tokens: what there is already, after what is typed before.
document.addEventListener("input", ({ target: control }) => {
  if (!control.list) return;
  const before = control.value.slice(0, startOfLast(control.value));
  for (const option of control.list.querySelectorAll("[data-token]")) {
    const { token } = option.dataset;
    option.value = before ? `${before} ${token}` : token;
  }
});

// Where what is typed last begins: after the last comma that is not between quotes.
function startOfLast(text) {
  let [start, isQuoted, isBlank] = [0, false, true];
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index];
    if (letter === '"' && (isQuoted || isBlank)) isQuoted = !isQuoted;
    if (!isQuoted && (letter === "," || letter === "\u060c")) [start, isBlank] = [index + 1, true];
    else if (letter.trim()) isBlank = false;
  }
  return start;
}

const concealing = new WeakMap(); // the times until inputs are concealed again

document.addEventListener("click", (event) => {
  const peek = event.target.closest("[data-peek]");
  if (peek) {
    const input = byId(peek.dataset.peek);
    // The server shows what it has, and conceals it.
    if (input.hasAttribute("value") || (input.value === "" && "kept" in peek.dataset)) return;
    event.preventDefault();
    const show = (isShown) => {
      input.type = isShown ? "text" : "password";
      peek.setAttribute("aria-pressed", String(isShown));
      clearTimeout(concealing.get(input));
      // As long as the server shows one.
      if (isShown) concealing.set(input, setTimeout(show, 30_000, false));
    };
    show(input.type === "password");
  }
  if (event.target.closest("#shortcuts-open")) byId("shortcuts").showModal();
  if (event.target.closest("#shortcuts-close")) byId("shortcuts").close();
  for (const menu of document.querySelectorAll("details.more[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

// Boxes beside rows: with the shift key, all from the one before are as this one.
let picked = null;

document.addEventListener("click", (event) => {
  const box = event.target.closest(".pick");
  if (!box) return;
  if (event.shiftKey && picked?.isConnected && picked.name === box.name) {
    const boxes = [...document.querySelectorAll(".pick")].filter(({ name }) => name === box.name);
    const ends = [boxes.indexOf(picked), boxes.indexOf(box)].sort((a, b) => a - b);
    for (const other of boxes.slice(ends[0], ends[1] + 1)) other.checked = box.checked;
  }
  picked = box;
  pick(box.form);
});

// Escape in a question is an answer, too.
document.addEventListener("cancel", (event) => {
  if (event.target.id !== "question") return;
  event.preventDefault();
  const cancel = byId("answer.cancel");
  cancel.form.requestSubmit(cancel);
}, true);

// A link within the application stays in this tab; with a key held it opens another one.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[href^='/s/']");
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link || !isPlain || state.isOver) return;
  event.preventDefault();
  link.closest("[popover]")?.hidePopover();
  await flush();
  state.opens = true;
  await ask(link.getAttribute("href"), "keep");
  state.opens = false;
});

addEventListener("popstate", async () => {
  const here = location.pathname + location.search;
  // The key in the address may be that of the tab from which this one was duplicated.
  const address = document.body.dataset.now + here.split("/").slice(3).join("/");
  if (state.isOver || address === document.body.dataset.path) return;
  await flush();
  await ask(address, "history");
  returnToEntry();
});

// A tab that was duplicated shows the session of another one, until it has one of its own. The lock
// goes with the page; the time is for the page that is just being replaced by this one. On a busy
// machine also a lock that nobody has may take that long.
async function part() {
  const name = document.body.dataset.now;
  try {
    const request = { signal: AbortSignal.timeout(500) };
    await navigator.locks?.request(name, request, () => new Promise(() => {}));
  } catch {
    const { held } = await navigator.locks.query();
    if (!held.some((lock) => lock.name === name)) return void part();
    // The session is that of the other one, which stays.
    state.isOver = true;
    location.replace(document.body.dataset.newTab);
  }
}

// ── What happens by itself ───────────────────────────────────────────────────────────────────

function listen() {
  const events = new EventSource(document.body.dataset.live);
  // What was typed last may have reached the server after a page that was loaded again.
  let isSure = performance.getEntriesByType("navigation")[0]?.type === "navigate";
  events.addEventListener("open", () => {
    // What was typed while the server was away is still to be sent.
    if (!isSure) flush().then(refresh);
    isSure = false;
  });
  events.addEventListener("change", refresh);
  events.addEventListener("end", refresh);
  events.addEventListener("error", () => {
    if (state.isOver) events.close();
    else setTimeout(refresh, 500);
  });
}

setInterval(() => {
  if (state.isOver) return;
  if (performance.now() - state.deadline >= 1000) refresh();
  else warn();
}, 2000);

// Whatever the person does is use, and puts off the end.
for (const type of ["keydown", "pointerdown"]) {
  addEventListener(type, ({ target: pressed }) => {
    const warning = byId("ends-soon");
    if (!warning || warning.hidden || warning.contains(pressed)) return;
    warning.hidden = true;
    send(warning.querySelector("form"), null, "outside");
  }, true);
}

// What says that the session ends takes no focus, so that one types on where one was.
addEventListener("mousedown", (event) => {
  if (byId("ends-soon")?.contains(event.target)) event.preventDefault();
}, true);

document.documentElement.dataset.script = "";
state.deadline = performance.now() + Number(document.body.dataset.end) * 1000;
replaceAddress(document.body.dataset.path);
for (const notice of document.querySelectorAll("[data-notice]")) {
  byId("notices").dataset.last = notice.dataset.notice;
  forget(notice);
}
enhance();
if (byId("question")) openModally(byId("question"));
else if (byId("errors")) focusProblem();
else focusField();
listen();
part();
