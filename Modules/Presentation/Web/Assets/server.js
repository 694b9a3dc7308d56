// Asks the server for pages, by the same addresses and forms that work without a script.

import { byId, enhance, show, state } from "./page.js";

const root = document.documentElement;

let running = 0; // requests under way
let shown = 0; // number of the latest request whose answer is shown
let started = 0; // number of the latest request
let mustRefresh = false; // something changed while a request was under way
let searching = null; // the request of the latest search, which the next one replaces
let telling = Promise.resolve(); // the end of what is being told to the server
let pause = 0; // the time until what was typed into the search is sent
let found = true; // whether the rows are those of what was typed, or the promise of that

// Where a form goes when a button sends it.
export function target(form, button) {
  return button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
}

// Nobody conceals a secret any more when the server is gone: the page does it itself.
function lose() {
  const notice = byId("lost");
  if (!notice?.hidden) return;
  notice.hidden = false;
  setTimeout(() => {
    if (notice.hidden) return;
    for (const secret of document.querySelectorAll(".revealed")) secret.textContent = "••••••••";
    for (const input of document.querySelectorAll("[data-secret]")) {
      const typed = input.value;
      input.removeAttribute("value");
      input.value = typed;
      input.type = "password";
    }
    enhance();
  }, 5000);
}

// Asks for a page and shows it, and says whether it came. The modes: "act" shows what the server
// says, "keep" and "type" keep what was typed, "outside" keeps it too and adds nothing to the
// history, "history" follows the buttons of the browser.
export async function ask(address, mode, options = {}) {
  const number = ++started;
  running += 1;
  const busy = setTimeout(() => { root.dataset.busy = ""; }, 150);
  try {
    const response = await fetch(address, {
      ...options, credentials: "same-origin",
      headers: { "Tenon-Script": mode === "history" ? mode : "1" },
    });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    byId("lost")?.setAttribute("hidden", "");
    if (number > shown || mode === "act" || mode === "keep") {
      shown = Math.max(shown, number);
      show(page, mode);
    }
    return response.ok;
  } catch (error) {
    if (error.name !== "AbortError") lose();
  } finally {
    clearTimeout(busy);
    running -= 1;
    if (running === 0) delete root.dataset.busy;
    if (running === 0 && mustRefresh && !state.isOver) refresh();
  }
}

export function refresh() {
  if (state.isOver) return;
  mustRefresh = running > 0;
  if (!mustRefresh) ask(document.body.dataset.now, "outside");
}

export function send(form, button, mode, { only, address, hasFile, signal, more = {} } = {}) {
  const data = new FormData(form, button);
  const takesFiles = hasFile ?? (form.enctype === "multipart/form-data" && mode === "act");
  const body = takesFiles ? new FormData() : new URLSearchParams();
  for (const [name, value] of data) {
    if ((takesFiles || typeof value === "string") && (!only || only(name))) body.append(name, value);
  }
  for (const name in more) body.append(name, more[name]);
  const options = { method: "POST", body, signal };
  if (mode === "last") {
    const headers = { "Tenon-Script": "1" };
    fetch(address, { ...options, headers, credentials: "same-origin", keepalive: true })
      .catch(() => {});
    return null;
  }
  return ask(address ?? target(form, button), mode, options);
}

// Tells the server something when it knows what it was told before: connections may bring requests in another
// order, and the server would take the first value for the last.
export function tell(request) {
  telling = telling.then(request, request);
  return telling;
}

// Waits until the server knows what is on its way: after an action, it would take that for typed anew.
export const told = () => telling;

// Gives up a request that gets no answer, so that the others have their turn.
export const soon = () => AbortSignal.timeout(30_000);

// Sends the boxes beside rows.
export function pick(form) {
  return tell(() => send(form, null, "type", {
    only: (name) => name === "token" || name === "at" || /^(has\.)?row\./.test(name),
    address: form.getAttribute("action").replace(/act$/, "choose"),
    signal: soon(),
  }));
}

// Searches for what was typed.
export function search(form, button = null) {
  clearTimeout(pause);
  pause = 0;
  forgetSearch();
  searching = new AbortController();
  found = send(form, button, "type", { signal: searching.signal });
  return found;
}

// Searches when nothing more is typed for a moment.
export function searchSoon(form) {
  clearTimeout(pause);
  pause = setTimeout(search, 120, form);
}

// Says whether the rows are those of what was typed, as soon as that is known.
export function isFound(form) { return pause ? search(form) : found; }

// Gives up a search that is still under way: an action takes along what was typed there.
export function forgetSearch() { searching?.abort(); }
