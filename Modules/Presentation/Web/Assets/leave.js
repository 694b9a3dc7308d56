// Asks before what was typed and not sent is given up.

import { controls } from "./morph.js";
import { byId } from "./page.js";

// Whether the person changed what the server gave a control, and the server has not heard of it.
function isUnsent(control) {
  if (control.dataset.live !== undefined) return false;
  if (control.nodeName === "SELECT") {
    const given = [...control.options].findIndex((option) => option.defaultSelected);
    return control.selectedIndex !== Math.max(given, 0);
  }
  if (["checkbox", "radio"].includes(control.type)) return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}

export async function mayLeave() {
  const dialog = byId("leave");
  if (dialog.open) return false;
  if (![...byId("screen").querySelectorAll(controls)].some(isUnsent)) return true;
  dialog.returnValue = "";
  dialog.showModal();
  await new Promise((closed) => dialog.addEventListener("close", closed, { once: true }));
  return dialog.returnValue === "leave";
}
