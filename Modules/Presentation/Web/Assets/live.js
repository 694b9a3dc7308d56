// Changes pages in place. Everything works without this file: it sends the same forms to the same
// addresses, takes the page that comes back, and puts the differences into the page that is there.

import { focusTitle, rememberFocus } from "./focus.js";
import "./keys.js";
import { mayLeave } from "./leave.js";
import { byId, enhance, forget, openModally, state } from "./page.js";
import { ask, edit, forgetTyping, refresh, send, target } from "./server.js";

let acting = false; // an action is under way, a second press does nothing

// ── What the person does ─────────────────────────────────────────────────────────────────────

document.addEventListener("submit", async (event) => {
  const form = event.target;
  const button = event.submitter;
  if (!target(form, button).startsWith("/do/")) return;
  event.preventDefault();
  if (form.id === "search") return void send(form, button, "type");
  if (acting) return;
  acting = true;
  button?.closest("[popover]")?.hidePopover();
  if (target(form, button).endsWith("/back") && !(await mayLeave())) return void (acting = false);
  clearTimeout(pause);
  forgetTyping();
  try {
    await send(form, button, "act");
  } finally {
    acting = false;
  }
});

let pause = 0;

document.addEventListener("input", (event) => {
  const control = event.target;
  clearTimeout(pause);
  if (control.id === "search-text") {
    pause = setTimeout(() => send(control.form, null, "type"), 120);
  } else if (control.dataset.live !== undefined) {
    pause = setTimeout(() => edit(control.form), 150);
  } else if (control.id === "shortcuts-use") {
    localStorage.setItem("tenon-shortcuts", control.checked ? "on" : "off");
  }
});

document.addEventListener("click", (event) => {
  const peek = event.target.closest("[data-peek]");
  if (peek) {
    const input = byId(peek.dataset.peek);
    input.type = input.type === "password" ? "text" : "password";
    peek.setAttribute("aria-pressed", String(input.type === "text"));
    input.focus();
  }
  if (event.target.closest("#shortcuts-open")) byId("shortcuts").showModal();
  if (event.target.closest("#shortcuts-close")) byId("shortcuts").close();
  for (const menu of document.querySelectorAll("details.more[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
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
  if (await mayLeave()) ask(link.getAttribute("href"), "act");
});

addEventListener("popstate", async () => {
  const here = location.pathname + location.search;
  // The key in the address may be that of the tab from which this one was duplicated.
  const address = document.body.dataset.now + here.split("/").slice(3).join("/");
  if (state.isOver || address === document.body.dataset.path) return;
  if (await mayLeave()) ask(address, "history");
  else history.pushState(null, "", document.body.dataset.path);
});

// A tab that was duplicated shows the session of another one, until it has one of its own. The lock
// goes with the page; the time is for the page that is just being replaced by this one.
function part() {
  const request = { signal: AbortSignal.timeout(500) };
  navigator.locks?.request(document.body.dataset.now, request, () => new Promise(() => {}))
    .catch(() => location.replace(document.body.dataset.newTab));
}

// ── What happens by itself ───────────────────────────────────────────────────────────────────

function listen() {
  const events = new EventSource(document.body.dataset.live);
  let isFirst = true;
  events.addEventListener("open", () => {
    if (!isFirst) refresh();
    isFirst = false;
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
  const left = (state.deadline - performance.now()) / 1000;
  const warning = byId("ends-soon");
  if (left <= -1) refresh();
  else if (left < 120 && !warning.open && !document.querySelector("dialog:modal")) {
    state.returnTo = rememberFocus();
    warning.showModal();
  }
}, 2000);

document.documentElement.dataset.script = "";
state.deadline = performance.now() + Number(document.body.dataset.end) * 1000;
history.replaceState(null, "", document.body.dataset.path);
for (const notice of document.querySelectorAll("[data-notice]")) {
  byId("notices").dataset.last = notice.dataset.notice;
  forget(notice);
}
enhance();
if (byId("question")) openModally(byId("question"));
else if (byId("errors")) byId("errors").focus();
else if (document.body.classList.contains("alone")) focusTitle();
listen();
part();
