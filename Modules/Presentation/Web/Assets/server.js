// Asks the server for pages, by the same addresses and forms that work without a script.

import { byId, show, state } from "./page.js";

const root = document.documentElement;

let running = 0; // requests under way
let shown = 0; // number of the latest request whose answer is shown
let started = 0; // number of the latest request
let mustRefresh = false; // something changed while a request was under way
let typing = null; // the request of the latest keystroke, which the next one replaces

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
  }, 5000);
}

// Asks for a page and shows it. The modes: "act" shows what the server says, "type" keeps what
// was typed, "outside" keeps it too and adds nothing to the history.
export async function ask(address, mode, options = {}) {
  const number = ++started;
  running += 1;
  const busy = setTimeout(() => { root.dataset.busy = ""; }, 150);
  try {
    const response = await fetch(address, {
      ...options, credentials: "same-origin",
      headers: { "Tenon-Script": "1" },
    });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    byId("lost")?.setAttribute("hidden", "");
    if (number > shown || mode === "act") {
      shown = Math.max(shown, number);
      show(page, mode);
    }
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

export function send(form, button, mode, { only, address } = {}) {
  const data = new FormData(form, button);
  const isFileForm = form.enctype === "multipart/form-data" && mode === "act";
  const body = isFileForm ? data : new URLSearchParams();
  if (!isFileForm) {
    for (const [name, value] of data) {
      if (typeof value === "string" && (!only || only(name))) body.append(name, value);
    }
  }
  const options = { method: "POST", body };
  if (mode === "type") {
    typing?.abort();
    typing = new AbortController();
    options.signal = typing.signal;
  }
  return ask(address ?? target(form, button), mode, options);
}

// Sends the live fields, and nothing else that was typed.
export function edit(form) {
  const names = new Set(["token", "at"]);
  for (const control of form.querySelectorAll("[data-live]")) {
    names.add(control.name);
    names.add(control.name.replace(/^field\./, "has."));
  }
  return send(form, null, "type", {
    only: (name) => names.has(name),
    address: form.getAttribute("action").replace(/act$/, "edit"),
  });
}

// Gives up what was typed and is still under way: an action takes it along.
export function forgetTyping() { typing?.abort(); }
