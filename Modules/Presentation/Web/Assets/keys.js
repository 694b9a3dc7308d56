// Keys: letters of actions, the search, the list of shortcuts, rows.

import { controls } from "./morph.js";
import { byId, usesShortcuts } from "./page.js";
import { openPalette } from "./palette.js";
import { isFound, search } from "./server.js";

document.addEventListener("keydown", (event) => {
  const isPalette = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
  if (isPalette && !document.querySelector("dialog:modal")) {
    event.preventDefault();
    return void openPalette();
  }
  if (isUndo(event)) return void undo(event);
  if (event.altKey && event.target.id === "search-text") return void actOnFound(event);
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog:modal")) {
    return;
  }
  const isWriting = event.target.matches(`${controls}, [contenteditable]`)
    && (isText(event.target) || event.target.closest(".fields") !== null);
  if (event.key === "Escape") return void escape(event);
  if (event.key === "ArrowDown" || event.key === "ArrowUp") return void step(event, isWriting);
  if (isWriting || !usesShortcuts()) return;
  if (event.key === "?") byId("shortcuts").showModal();
  else if (event.key === "/") byId("search-text")?.focus();
  else {
    const button = onRow(event.target.closest(".row"), event.key)
      ?? document.querySelector(`[data-shortcut="${CSS.escape(event.key)}"]`);
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    button.focus();
    button.click();
  }
  event.preventDefault();
});

const isText = (control) => !["checkbox", "radio", "file"].includes(control.type);

// Whether the keys take back what was done last; in a text they take back what was typed there.
function isUndo({ key, ctrlKey, metaKey, altKey, shiftKey, target }) {
  const isPressed = (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === "z";
  const isFree = target.id === "search-text" && target.value === "";
  return isPressed && (isFree || !(target.matches(controls) && isText(target)));
}

function undo(event) {
  const button = [...document.querySelectorAll("#notices .undo")].at(-1);
  if (!button || document.querySelector("dialog:modal")) return;
  event.preventDefault();
  button.click();
}

// The button that does what a letter means for a row; the list has the letters of all its rows, and
// one letter may do another thing to another row.
function onRow(row, key) {
  const keys = row?.closest("[data-row-keys]")?.dataset.rowKeys.split(" ") ?? [];
  const actions = keys.filter((name) => name.startsWith(`${key}=`))
    .map((name) => name.slice(key.length + 1));
  return actions.map((action) => row.querySelector(
    `button[value^="${CSS.escape(action)}:"]:not([aria-disabled=true])`)).find((button) => button);
}

// Does something with what was found first, while one still types.
async function actOnFound(event) {
  const { target, key } = event;
  if (!usesShortcuts() || !onRow(document.querySelector(".row"), key)) return;
  event.preventDefault();
  if (await isFound(target.form)) onRow(document.querySelector(".row"), key)?.click();
}

function escape(event) {
  for (const menu of document.querySelectorAll("details.more[open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
  if (event.target.id === "search-text" && event.target.value !== "") {
    event.preventDefault();
    event.target.value = "";
    search(event.target.form);
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
