// Keeps the focus where it was when the page around it changes.

import { controls } from "./morph.js";

const takesFocus = `button, a, ${controls}`;
const typed =
  "input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=range]), textarea";
const targets = (place) => [...place.querySelectorAll(takesFocus)];

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
  if (!focus || (document.activeElement && document.activeElement !== document.body)) return;
  for (const { id, at } of focus.around) {
    const place = document.getElementById(id);
    if (!place) continue;
    const target = place.matches(takesFocus) ? place : targets(place)[at] ?? targets(place)[0];
    if (!target) continue;
    target.focus({ preventScroll: true });
    if (target.id === focus.around[0].id && typeof focus.start === "number") {
      try { target.setSelectionRange(focus.start, focus.end); } catch { /* no text in it */ }
    }
    return;
  }
  focusTitle();
}

// The first field of a form, when text is typed into it: letters are no commands there.
function firstField() {
  const content = document.getElementById("content");
  if (document.body.classList.contains("alone")) {
    return content.querySelector(`[data-secret], ${controls}`);
  }
  const field = content.querySelector(".card")?.querySelector(`.fields :is(${controls})`);
  return field?.matches(typed) ? field : null;
}

export function focusTitle() {
  scrollTo(0, 0);
  (firstField() ?? document.getElementById("title"))?.focus();
}

// Puts the caret into the first field of a page that was loaded.
export function focusField() {
  firstField()?.focus({ preventScroll: true });
}

// Puts the caret into the first field that is wrong; its message is read with it.
export function focusProblem() {
  const field = document.getElementById("content").querySelector(`:is(${controls})[aria-invalid=true]`);
  (field ?? document.getElementById("errors")).focus();
}
