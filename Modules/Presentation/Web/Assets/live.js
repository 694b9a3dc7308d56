// Changes pages in place. Everything works without this file: it sends the same forms to the same
// addresses, takes the page that comes back, and puts the differences into the page that is there.

const root = document.documentElement;
const byId = (id) => document.getElementById(id);
const content = () => byId("content");
const controls = "input:not([type=hidden]), textarea, select";

let running = 0; // requests under way
let shown = 0; // number of the latest request whose answer is shown
let started = 0; // number of the latest request
let mustRefresh = false; // something changed while a request was under way
let typing = null; // the request of the latest keystroke, which the next one replaces
let acting = false; // an action is under way, a second press does nothing
let deadline = Infinity; // when the session ends unless it is used
let returnTo = null; // where the focus was before a dialog took it
let isOver = false;
let events = null;

// ── Asking the server ────────────────────────────────────────────────────────────────────────

// Asks for a page and shows it. The modes: "act" shows what the server says, "type" keeps what
// was typed, "outside" keeps it too and adds nothing to the history.
async function ask(address, mode, options = {}) {
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
    if (error.name !== "AbortError") byId("lost")?.removeAttribute("hidden");
  } finally {
    clearTimeout(busy);
    running -= 1;
    if (running === 0) delete root.dataset.busy;
    if (running === 0 && mustRefresh && !isOver) refresh();
  }
}

function refresh() {
  if (isOver) return;
  mustRefresh = running > 0;
  if (!mustRefresh) ask(document.body.dataset.now, "outside");
}

function send(form, button, mode, only) {
  const data = new FormData(form, button);
  const isFileForm = form.enctype === "multipart/form-data" && mode === "act";
  const body = isFileForm ? data : new URLSearchParams();
  if (!isFileForm) {
    for (const [name, value] of data) {
      if (typeof value === "string" && (!only || only(name))) body.append(name, value);
    }
  }
  const address = button?.getAttribute("formaction") ?? form.getAttribute("action");
  const options = { method: "POST", body };
  if (mode === "type") {
    typing?.abort();
    typing = new AbortController();
    options.signal = typing.signal;
  }
  return ask(address, mode, options);
}

// ── Showing a page ───────────────────────────────────────────────────────────────────────────

function show(page, mode) {
  if (isOver) return;
  if (page.body.hasAttribute("data-over") || !page.body.dataset.location) return replaceAll(page);
  const moved = page.body.dataset.location !== document.body.dataset.location;
  const focus = rememberFocus();
  document.title = page.title;
  copyAttributes(root, page.documentElement, ["lang", "data-theme"]);
  copyAttributes(document.body, page.body);
  remember(page.body.dataset.path, moved, mode);
  deadline = performance.now() + Number(page.body.dataset.end) * 1000;
  showNotices(page);
  const keeps = mode !== "act";
  for (const selector of ["body > .skip", ".bar", ".foot", "#lost"]) {
    const [from, to] = [document.querySelector(selector), page.querySelector(selector)];
    if (from && to) morph(from, to, keeps);
  }
  morphClosed("shortcuts", page);
  if (moved) content().replaceWith(document.adoptNode(page.getElementById("content")));
  else morph(content(), page.getElementById("content"), keeps);
  if (byId("ends-soon")?.open && mode === "act") byId("ends-soon").close();
  enhance();
  const hadQuestion = Boolean(byId("question"));
  showQuestion(page, focus);
  if (byId("question")) return;
  if (moved) return focusTitle();
  if (mode === "act" && byId("errors")) return byId("errors").focus();
  if (hadQuestion) restoreFocus(returnTo);
  else restoreFocus(focus);
}

// A page that shows no screen: an error, or the end.
function replaceAll(page) {
  isOver = page.body.hasAttribute("data-over");
  if (isOver) events?.close();
  document.title = page.title;
  document.body.replaceWith(document.adoptNode(page.body));
  byId("title")?.focus();
}

function remember(path, moved, mode) {
  const here = location.pathname + location.search;
  if (path === here) return;
  if (moved && mode !== "outside" && mode !== "history") history.pushState(null, "", path);
  else history.replaceState(null, "", path);
}

function showNotices(page) {
  const place = byId("notices");
  for (const notice of page.querySelectorAll("[data-notice]")) {
    if (place.dataset.last && Number(notice.dataset.notice) <= Number(place.dataset.last)) continue;
    place.dataset.last = notice.dataset.notice;
    place.append(document.adoptNode(notice));
    forget(notice);
  }
}

// Takes a notice away after a while, but not while somebody points at it.
function forget(notice) {
  setTimeout(() => (notice.matches(":hover") ? forget(notice) : notice.remove()), 9000);
}

function showQuestion(page, focus) {
  const [now, next] = [byId("question"), page.getElementById("question")];
  if (now && next && now.dataset.target === next.dataset.target) {
    next.removeAttribute("open");
    morph(now.querySelector("form"), next.querySelector("form"), false);
    if (now.querySelector(".problem")) now.querySelector(controls)?.focus();
    return;
  }
  if (!now) returnTo = focus;
  now?.close();
  now?.remove();
  if (!next) return;
  content().before(document.adoptNode(next));
  openModally(next);
}

function openModally(dialog) {
  dialog.removeAttribute("open");
  dialog.showModal();
  dialog.querySelector("[autofocus]")?.focus();
}

function morphClosed(id, page) {
  const [from, to] = [byId(id), page.getElementById(id)];
  if (from && to && !from.open) morph(from, to, true);
}

// What only works with a script, and is hidden without.
function enhance() {
  byId("shortcuts-open")?.removeAttribute("hidden");
  for (const button of document.querySelectorAll("[data-peek]")) button.hidden = false;
  for (const input of document.querySelectorAll("[data-secret]")) {
    const button = document.querySelector(`[data-peek="${CSS.escape(input.id)}"]`);
    button?.setAttribute("aria-pressed", String(input.type === "text"));
  }
  if (byId("shortcuts-use")) byId("shortcuts-use").checked = usesShortcuts();
}

// ── Focus ────────────────────────────────────────────────────────────────────────────────────

function rememberFocus() {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const around = [];
  for (let node = element; node; node = node.parentElement) if (node.id) around.push(node.id);
  return { around, start: element.selectionStart, end: element.selectionEnd };
}

// Gives the focus back to where it was, or to what has taken its place.
function restoreFocus(focus) {
  if (!focus || (document.activeElement && document.activeElement !== document.body)) return;
  for (const id of focus.around) {
    const place = byId(id);
    if (!place) continue;
    const target = place.matches(`button, a, ${controls}`)
      ? place : place.querySelector(`button, a, ${controls}`);
    if (!target) continue;
    target.focus({ preventScroll: true });
    if (target.id === focus.around[0] && typeof focus.start === "number") {
      try { target.setSelectionRange(focus.start, focus.end); } catch { /* no text in it */ }
    }
    return;
  }
  focusTitle();
}

function focusTitle() {
  scrollTo(0, 0);
  const first = content().querySelector(`[data-secret], .alone ${controls}`);
  (document.body.classList.contains("alone") && first ? first : byId("title"))?.focus();
}

// ── Putting differences into the page ────────────────────────────────────────────────────────

function morph(from, to, keeps) {
  if (from.nodeType !== to.nodeType || from.nodeName !== to.nodeName || from.id !== to.id) {
    from.replaceWith(document.adoptNode(to));
    return;
  }
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
    return;
  }
  const before = serverValue(from);
  const after = serverValue(to);
  const kept = from.nodeName === "DETAILS" || from.nodeName === "DIALOG" ? ["open"] : [];
  if (from.matches("[data-secret]") && keeps) kept.push("type");
  copyAttributes(from, to, null, kept);
  morphChildren(from, to, keeps);
  const isTyped = from === document.activeElement || from.dataset.secret !== undefined;
  if (from.matches(controls) && (!keeps || (before !== after && !isTyped))) setValue(from, to);
}

function morphChildren(from, to, keeps) {
  const keyed = new Map();
  for (const child of from.children) if (child.id) keyed.set(child.id, child);
  let cursor = from.firstChild;
  for (const next of [...to.childNodes]) {
    let match = null;
    if (next.id) match = keyed.get(next.id) ?? null;
    else if (cursor && !cursor.id && cursor.nodeName === next.nodeName) match = cursor;
    if (!match) {
      from.insertBefore(document.adoptNode(next), cursor);
      continue;
    }
    if (match === cursor) cursor = cursor.nextSibling;
    else from.insertBefore(match, cursor);
    morph(match, next, keeps);
  }
  while (cursor) {
    const after = cursor.nextSibling;
    cursor.remove();
    cursor = after;
  }
}

function copyAttributes(from, to, names, kept = []) {
  const all = names ?? [...new Set([...from.getAttributeNames(), ...to.getAttributeNames()])];
  for (const name of all) {
    if (kept.includes(name)) continue;
    if (!to.hasAttribute(name)) from.removeAttribute(name);
    else if (from.getAttribute(name) !== to.getAttribute(name)) {
      from.setAttribute(name, to.getAttribute(name));
    }
  }
}

// The value that the server gave a control, whatever was typed since.
function serverValue(control) {
  if (control.nodeName === "TEXTAREA") return control.defaultValue;
  if (control.nodeName === "SELECT") {
    return [...control.options].filter((option) => option.defaultSelected)
      .map((option) => option.value).join("\n");
  }
  return `${control.getAttribute?.("value")} ${control.hasAttribute?.("checked")}`;
}

function setValue(control, to) {
  if (control.type === "file") control.value = "";
  else if (control.nodeName === "SELECT") control.value = to.value;
  else if (control.nodeName === "TEXTAREA") control.value = to.defaultValue;
  else if (control.type === "checkbox" || control.type === "radio") {
    control.checked = to.hasAttribute("checked");
  } else control.value = to.getAttribute("value") ?? "";
}

// ── What the person does ─────────────────────────────────────────────────────────────────────

document.addEventListener("submit", async (event) => {
  const form = event.target;
  const button = event.submitter;
  const address = button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  if (!address.startsWith("/do/")) return;
  event.preventDefault();
  if (form.id === "search") return void send(form, button, "type");
  if (acting) return;
  acting = true;
  clearTimeout(pause);
  typing?.abort();
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

// Sends the live fields, and nothing else that was typed.
function edit(form) {
  const names = new Set(["token", "at"]);
  for (const control of form.querySelectorAll("[data-live]")) {
    names.add(control.name);
    names.add(control.name.replace(/^field\./, "has."));
  }
  const button = document.createElement("button");
  button.setAttribute("formaction", form.getAttribute("action").replace(/act$/, "edit"));
  const data = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (names.has(name) && typeof value === "string") data.append(name, value);
  }
  typing?.abort();
  typing = new AbortController();
  ask(button.getAttribute("formaction"), "type", {
    method: "POST", body: data, signal: typing.signal,
  });
}

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

addEventListener("popstate", () => {
  const here = location.pathname + location.search;
  if (!isOver && here !== document.body.dataset.path) ask(here, "history");
});

// ── Keys ─────────────────────────────────────────────────────────────────────────────────────

function usesShortcuts() { return localStorage.getItem("tenon-shortcuts") !== "off"; }

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog:modal")) {
    return;
  }
  const isWriting = event.target.matches(`${controls}, [contenteditable]`)
    && !["checkbox", "radio", "file"].includes(event.target.type);
  if (event.key === "Escape") return void escape(event);
  if (event.key === "ArrowDown" || event.key === "ArrowUp") return void step(event, isWriting);
  if (isWriting || !usesShortcuts()) return;
  if (event.key === "?") byId("shortcuts").showModal();
  else if (event.key === "/") byId("search-text")?.focus();
  else {
    const button = document.querySelector(`[data-shortcut="${CSS.escape(event.key)}"]`);
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    button.focus();
    button.click();
  }
  event.preventDefault();
});

function escape(event) {
  for (const menu of document.querySelectorAll("details.more[open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
  if (event.target.id === "search-text" && event.target.value !== "") {
    event.preventDefault();
    event.target.value = "";
    send(event.target.form, null, "type");
  }
}

function step(event, isWriting) {
  if (isWriting && event.target.id !== "search-text") return;
  const rows = [...document.querySelectorAll(".row-main")];
  const at = rows.indexOf(document.activeElement);
  if (at < 0 && (event.key === "ArrowUp" || event.target.id !== "search-text")) return;
  const next = event.key === "ArrowDown" ? rows[at + 1] : rows[at - 1] ?? byId("search-text");
  if (!next) return;
  event.preventDefault();
  next.focus();
}

// ── What happens by itself ───────────────────────────────────────────────────────────────────

function listen() {
  events = new EventSource(document.body.dataset.live);
  let isFirst = true;
  events.addEventListener("open", () => {
    if (!isFirst) refresh();
    isFirst = false;
  });
  events.addEventListener("change", refresh);
  events.addEventListener("end", refresh);
  events.addEventListener("error", () => { if (!isOver) setTimeout(refresh, 500); });
}

setInterval(() => {
  if (isOver) return;
  const left = (deadline - performance.now()) / 1000;
  const warning = byId("ends-soon");
  if (left <= -1) refresh();
  else if (left < 120 && !warning.open && !document.querySelector("dialog:modal")) {
    returnTo = rememberFocus();
    warning.showModal();
  }
}, 2000);

root.dataset.script = "";
deadline = performance.now() + Number(document.body.dataset.end) * 1000;
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
