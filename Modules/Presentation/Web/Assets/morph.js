// Puts the differences between two pages into the one that is there, so that focus, selection,
// scroll position and what was typed stay.

import { isLate, isUnheard } from "./drafts.js";

export const controls = "input:not([type=hidden]), textarea, select";

export function morph(from, to, keeps) {
  if (from.nodeType !== to.nodeType || from.nodeName !== to.nodeName || from.id !== to.id) {
    from.replaceWith(document.adoptNode(to));
    return;
  }
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
    return;
  }
  const kept = from.nodeName === "DETAILS" || from.nodeName === "DIALOG" ? ["open"] : [];
  // Whoever shows a secret conceals it: the server with its value, the page without.
  const isSame = from.hasAttribute("value") === to.hasAttribute("value");
  if (from.matches("[data-secret]") && keeps && isSame) kept.push("type");
  if (!from.matches(controls)) {
    copyAttributes(from, to, null, kept);
    return morphChildren(from, to, keeps);
  }
  // Read before the content moves over: the value of a text area is its content.
  const [before, after, value] = [serverValue(from), serverValue(to), to.value];
  copyAttributes(from, to, null, kept);
  morphChildren(from, to, keeps);
  const isTyped = (from === document.activeElement && from.value !== "") || from.dataset.secret !== undefined
    || isUnheard(from);
  if (keeps ? before !== after && !isTyped : !isLate(from)) setValue(from, to, value);
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

export function copyAttributes(from, to, names, kept = []) {
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

function setValue(control, to, value) {
  if (control.type === "checkbox" || control.type === "radio") {
    control.checked = to.hasAttribute("checked");
  } else control.value = control.type === "file" ? "" : value;
}
