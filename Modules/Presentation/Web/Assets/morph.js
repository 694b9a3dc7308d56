// Puts the differences between two pages into the one that is there, so that focus, selection,
// scroll position and what was typed stay. A control that both pages have stays the same one, whatever
// comes and goes around it: what is being typed into it, such as a secret, is nowhere else.

import { isLate, isUnheard } from "./drafts.js";

export const controls = "input:not([type=hidden]), textarea, select";

export function morph(from, to, keeps) {
  const own = new Map();
  for (const control of from.querySelectorAll(controls)) if (control.id) own.set(control.id, control);
  morphNode(from, to, { keeps, own, focused: document.activeElement });
}

function morphNode(from, to, page) {
  if (from.nodeType !== to.nodeType || from.nodeName !== to.nodeName || from.id !== to.id) {
    from.replaceWith(adopt(to, page));
    return;
  }
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
    return;
  }
  const kept = from.nodeName === "DETAILS" || from.nodeName === "DIALOG" ? ["open"] : [];
  // Whoever shows a secret conceals it: the server with its value, the page without.
  const isSame = from.hasAttribute("value") === to.hasAttribute("value");
  if (from.matches("[data-secret]") && page.keeps && isSame) kept.push("type");
  if (!from.matches(controls)) {
    copyAttributes(from, to, null, kept);
    return morphChildren(from, to, page);
  }
  // Read before the content moves over: the value of a text area is its content.
  const [before, after, value] = [serverValue(from), serverValue(to), to.value];
  copyAttributes(from, to, null, kept);
  morphChildren(from, to, page);
  const isTyped = (from === page.focused && from.value !== "") || from.dataset.secret !== undefined
    || isUnheard(from);
  if (page.keeps ? before !== after && !isTyped : !isLate(from)) setValue(from, to, value);
}

function morphChildren(from, to, page) {
  const matches = matchChildren(from, to);
  const matched = new Set(matches.values());
  // What only the old page has goes first, so that nothing has to move around it.
  for (const child of [...from.children]) if (child.id && !matched.has(child)) child.remove();
  let cursor = from.firstChild;
  for (const next of [...to.childNodes]) {
    let match = matches.get(next);
    if (!match && !next.id && cursor?.nodeName === next.nodeName && !matched.has(cursor)) match = cursor;
    if (!match) {
      from.insertBefore(adopt(next, page), cursor);
      continue;
    }
    // What moves loses the focus, so the others move around what has it.
    while (match !== cursor && match.contains(page.focused)) {
      const after = cursor.nextSibling;
      from.append(cursor);
      cursor = after;
    }
    if (match === cursor) cursor = cursor.nextSibling;
    else from.insertBefore(match, cursor);
    morphNode(match, next, page);
  }
  while (cursor) {
    const after = cursor.nextSibling;
    cursor.remove();
    cursor = after;
  }
}

// The child that each new one continues: it has the same identity, or none and something in it has.
function matchChildren(from, to) {
  const byIdentity = new Map();
  for (const child of from.children) {
    if (child.id) byIdentity.set(child.id, child);
    else for (const { id } of child.querySelectorAll("[id]")) byIdentity.set(id, child);
  }
  const matches = new Map();
  const isFree = new Set(from.children);
  for (const next of to.children) {
    const ids = next.id ? [next.id] : [...next.querySelectorAll("[id]")].map(({ id }) => id);
    const match = ids.map((id) => byIdentity.get(id))
      .find((child) => isFree.has(child) && child.id === next.id && child.nodeName === next.nodeName);
    if (!match) continue;
    matches.set(next, match);
    isFree.delete(match);
  }
  return matches;
}

// Takes over a new node, with the controls that the page has already in the place of new ones.
function adopt(node, page) {
  const taken = document.adoptNode(node);
  if (taken.nodeType !== Node.ELEMENT_NODE) return taken;
  if (taken.matches(controls)) return present(taken, page);
  for (const control of taken.querySelectorAll(controls)) {
    const own = present(control, page);
    if (own !== control) control.replaceWith(own);
  }
  return taken;
}

function present(control, page) {
  const own = page.own.get(control.id);
  if (own?.nodeName !== control.nodeName) return control;
  morphNode(own, control, page);
  return own;
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
