// Keeps the focus where it was when the page around it changes.

import { controls } from "./morph.js";

const takesFocus = `button, a, ${controls}`;
const targets = (place) => [...place.querySelectorAll(takesFocus)];
// What was hidden, such as with its dialog, keeps the focus until the page is drawn again.
const isShown = (element) => element.getClientRects().length > 0;

export function rememberFocus() {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const around = [];
  for (let node = element; node; node = node.parentElement) {
    if (node.id) around.push({ id: node.id, at: targets(node).indexOf(element) });
  }
  return { around, start: element.selectionStart, end: element.selectionEnd };
}

// Gives the focus back to where it was, or to what has taken its place.
export function restoreFocus(focus) {
  const active = document.activeElement;
  if (!focus || (active && active !== document.body && isShown(active))) return;
  for (const { id, at } of focus.around) {
    const place = document.getElementById(id);
    if (!place) continue;
    const target = place.matches(takesFocus) ? place : targets(place)[at] ?? targets(place)[0];
    if (!target || !isShown(target)) continue;
    target.focus({ preventScroll: true });
    if (target.id === focus.around[0].id && typeof focus.start === "number") {
      try { target.setSelectionRange(focus.start, focus.end); } catch { /* no text in it */ }
    }
    return;
  }
  focusTitle();
}

// The field with which one begins, as the server says: the first that is wrong, else the first of the form.
const firstField = () => document.querySelector("#content [autofocus]");

export function focusTitle() {
  scrollTo(0, 0);
  (firstField() ?? document.getElementById("title"))?.focus();
}

// Goes to the first of the rows that a button below them has asked for.
export function focusRows(button) {
  const list = button.closest(".list");
  list?.scrollIntoView();
  list?.querySelector(".row-main")?.focus({ preventScroll: true });
}

// Puts the caret into the first field of a page that was loaded.
export function focusField() {
  firstField()?.focus({ preventScroll: true });
}

// Puts the caret into the first field that is wrong; its message is read with it.
export function focusProblem() {
  (firstField() ?? document.getElementById("errors")).focus();
}
