// Shows a page that came from the server in place of the one that is there.

import { focusProblem, focusTitle, rememberFocus, restoreFocus } from "./focus.js";
import { controls, copyAttributes, morph } from "./morph.js";

const root = document.documentElement;
export const byId = (id) => document.getElementById(id);
const content = () => byId("content");

export const state = {
  isOver: false, // the session is over, nothing is asked any more
  deadline: Infinity, // when the session ends unless it is used
  returnTo: null, // where the focus was before a dialog took it
  opens: false, // whether the next screen is one that was asked for, not one that one comes back to
};

// How far down screens were, and what had the focus, when they were left, in that order.
const left = new Map();

export function usesShortcuts() { return localStorage.getItem("tenon-shortcuts") !== "off"; }

export function show(page, mode) {
  if (state.isOver) return;
  if (page.body.hasAttribute("data-over") || !page.body.dataset.location) return replaceAll(page);
  const moved = page.body.dataset.location !== document.body.dataset.location;
  const focus = rememberFocus();
  // What is done with one field leaves the focus there, whatever is wrong elsewhere.
  const isOfField = Boolean(document.activeElement?.closest(".field button"));
  if (moved) leave(document.body.dataset.location, { top: scrollY, focus });
  document.title = page.title;
  copyAttributes(root, page.documentElement, ["lang", "dir", "data-theme"]);
  copyAttributes(document.body, page.body);
  remember(page.body.dataset.path, moved, mode);
  state.deadline = performance.now() + Number(page.body.dataset.end) * 1000;
  warn();
  showNotices(page);
  const keeps = mode !== "act";
  for (const selector of ["#drawings", "body > .skip", ".bar", ".foot", "#lost"]) {
    const [from, to] = [document.querySelector(selector), page.querySelector(selector)];
    if (from && to) morph(from, to, keeps);
  }
  showPlaces(page, moved);
  morphClosed("shortcuts", page);
  if (moved) {
    content().replaceWith(document.adoptNode(page.getElementById("content")));
  } else morph(content(), page.getElementById("content"), keeps);
  enhance();
  const hadQuestion = Boolean(byId("question"));
  showQuestion(page, focus, keeps);
  if (byId("question")) return;
  if (moved) return arrive();
  if (mode === "act" && byId("errors") && !isOfField) return focusProblem();
  if (hadQuestion) restoreFocus(state.returnTo);
  else restoreFocus(focus);
}

// Says that the session ends soon, but not where nothing ends for the person, such as on a lock.
export function warn() {
  const isSoon = state.deadline - performance.now() < 120_000;
  byId("ends-soon").hidden = !isSoon || document.body.classList.contains("alone");
}

function leave(location, place) {
  left.delete(location);
  left.set(location, place);
}

// Shows a screen that one comes back to as it was left, any other from its top. What was left after it is
// above it, and begins anew when it is opened again.
function arrive() {
  if (document.body.classList.contains("alone")) left.clear();
  const { location } = document.body.dataset;
  const place = state.opens ? null : left.get(location);
  const names = [...left.keys()];
  if (names.includes(location)) names.slice(names.indexOf(location)).forEach((name) => left.delete(name));
  state.opens = false;
  if (!place?.focus) focusTitle();
  if (!place) return;
  scrollTo(0, place.top);
  restoreFocus(place.focus);
}

// A page that shows no screen: an error, or the end.
function replaceAll(page) {
  state.isOver = true;
  document.title = page.title;
  document.body.replaceWith(document.adoptNode(page.body));
  byId("title")?.focus();
}

let entry = history.state?.entry ?? history.length; // where the page is in the history

export function replaceAddress(path) { history.replaceState({ entry }, "", path); }

function remember(path, moved, mode) {
  const here = history.state?.entry ?? entry;
  // Until the answer to the browser's button is there, the entry that it led to is left as it is.
  if (here !== entry && !moved) return;
  entry = here;
  if (path === location.pathname + location.search) return;
  if (!moved || mode === "outside" || mode === "history") return replaceAddress(path);
  entry += 1;
  history.pushState({ entry }, "", path);
}

// Where the browser's button led to another entry and the page stays, such as to ask, it goes back to its own:
// an entry that it adds would make the browser pass over the one before it.
export function returnToEntry() {
  const here = history.state?.entry ?? entry;
  if (here !== entry && !state.isOver) history.go(entry - here);
}

function showNotices(page) {
  const place = byId("notices");
  for (const { id } of place.querySelectorAll("[data-notice]:has(.undo)")) {
    if (!page.getElementById(id)?.querySelector(".undo")) byId(id).remove();
  }
  for (const notice of page.querySelectorAll("[data-notice]")) {
    if (place.dataset.last && Number(notice.dataset.notice) <= Number(place.dataset.last)) continue;
    place.dataset.last = notice.dataset.notice;
    place.append(document.adoptNode(notice));
    forget(notice);
  }
}

// Takes a notice away after a while, but not while somebody points at it. When something can no longer
// be taken back, the server tells.
export function forget(notice) {
  if (notice.querySelector(".undo")) return;
  setTimeout(() => (notice.matches(":hover") ? forget(notice) : notice.remove()), 9000);
}

// The places come and go with what the person may see, and are closed by choosing one.
function showPlaces(page, moved) {
  const [from, to] = [byId("places"), page.getElementById("places")];
  if (moved) from?.hidePopover();
  if (from && to) morph(from, to, true);
  else if (to) document.querySelector(".bar").after(document.adoptNode(to));
  else from?.remove();
}

function showQuestion(page, focus, keeps) {
  const [now, next] = [byId("question"), page.getElementById("question")];
  if (now && next && now.dataset.target === next.dataset.target) {
    next.removeAttribute("open");
    morph(now.querySelector("form"), next.querySelector("form"), keeps);
    if (!keeps && now.querySelector(".problem")) now.querySelector(controls)?.focus();
    return;
  }
  if (!now) state.returnTo = focus;
  now?.close();
  now?.remove();
  if (!next) return;
  content().before(document.adoptNode(next));
  openModally(next);
}

export function openModally(dialog) {
  dialog.removeAttribute("open");
  dialog.showModal();
  dialog.querySelector("[autofocus]")?.focus();
}

function morphClosed(id, page) {
  const [from, to] = [byId(id), page.getElementById(id)];
  if (from && to && !from.open) morph(from, to, true);
}

// What only works with a script, and is hidden without.
export function enhance() {
  for (const id of ["shortcuts-open", "palette-open"]) byId(id)?.removeAttribute("hidden");
  for (const input of document.querySelectorAll("[data-secret]")) {
    const button = document.querySelector(`[data-peek="${CSS.escape(input.id)}"]`);
    button?.setAttribute("aria-pressed", String(input.type === "text"));
  }
  if (byId("shortcuts-use")) byId("shortcuts-use").checked = usesShortcuts();
}
