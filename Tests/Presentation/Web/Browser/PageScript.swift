/// Scripts that find things in a page by what a person reads.
enum PageScript {
    /// Everything that can be seen: the text, and the values of controls.
    static let text = """
        const isSeen = (e) => e.checkVisibility({ visibilityProperty: true });
        const values = [...document.querySelectorAll("input, textarea, select")]
          .filter((e) => isSeen(e) && !["hidden", "password", "file"].includes(e.type))
          .map((e) => e.type === "checkbox" || e.type === "radio" ? (e.checked ? "on" : "off")
            : e.nodeName === "SELECT" ? e.selectedOptions[0]?.text ?? "" : e.value);
        return [document.title, document.body.innerText, ...values].join("\\n");
        """

    /// Functions that find elements, to be put before other scripts.
    static let find = """
        const normal = (t) => t.replace(/[\\s\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]/gu, "");
        const same = (a, b) => normal(a) === normal(b);
        const all = (s, root = document) => [...root.querySelectorAll(s)];
        const word = "(destructive)";
        const mark = (e) => e?.id ?? null;
        function place(label) {
          return all(".row, .fact").find((e) =>
            same(e.querySelector(".row-title, dt").textContent, label));
        }
        function findAction(title, label) {
          const names = [title, title + label].flatMap((t) => [t, t + word]);
          const root = label === "" ? document : place(label);
          if (!root) return null;
          return all("[data-action]", root).find((e) => names.some((n) => same(n, e.textContent))
            && (label !== "" || !e.closest(".row, .fact")));
        }
        function findMenu(title, label) {
          const menu = findAction(title, label)?.closest("details:not([open])");
          return menu?.querySelector("summary").id ?? null;
        }
        function findNext(list) {
          const section = all(".list").find((e) =>
            same(e.querySelector(".block-title")?.textContent ?? "", list));
          return section ? all(".pager button", section).find((e) => same(e.textContent, "Next"))
            : null;
        }
        function findAnswer(title) {
          return all("#question button").find((e) => same(e.textContent, title));
        }
        function plain(label) {
          const copy = label.cloneNode(true);
          for (const extra of copy.querySelectorAll(".required")) extra.remove();
          return copy.textContent;
        }
        function findField(label) {
          const found = all(".field label").find((e) => same(plain(e), label));
          return found ? document.getElementById(found.htmlFor) : null;
        }
        function fieldset(label) {
          return all("fieldset.options").find((e) => same(plain(e.querySelector("legend")), label));
        }
        function findChecked(label) {
          return fieldset(label)?.querySelector("input:checked") ?? findField(label);
        }
        function isChosen(title) {
          const e = document.activeElement;
          return same(e.nodeName === "SELECT" ? e.selectedOptions[0].text
            : e.closest("label").textContent, title);
        }
        function optionTitles(label) {
          return all(".option", fieldset(label)).map((e) => e.textContent);
        }
        function findOption(label, title) {
          return all(".option", fieldset(label)).find((e) => same(e.textContent, title))
            ?.querySelector("input");
        }

        """
}
