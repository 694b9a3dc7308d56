/// Scripts that find things in a page by what a person reads.
enum PageScript {
    /// Everything that can be seen: the text, the values of controls, what is behind the buttons that
    /// open a part of the page, and which place is the current one.
    static let text = """
        const isSeen = (e) => e.checkVisibility({ visibilityProperty: true });
        const values = [...document.querySelectorAll("input, textarea, select")]
          .filter((e) => isSeen(e) && !["hidden", "password", "file"].includes(e.type))
          .map((e) => e.type === "checkbox" || e.type === "radio" ? (e.checked ? "on" : "off")
            : e.nodeName === "SELECT" ? e.selectedOptions[0]?.text ?? "" : e.value);
        const openers = document.querySelector("dialog:modal") ? []
          : [...document.querySelectorAll("[popovertarget]")].filter(isSeen);
        const behind = openers.map((e) => e.popoverTargetElement.textContent);
        const pictured = [...document.querySelectorAll("button[aria-label]")].map((e) => e.ariaLabel);
        const current = [...document.querySelectorAll("[aria-current] .place-title")]
          .map((e) => `${e.textContent} (current)`);
        const images = [...document.images].filter(isSeen).map((e) => e.alt);
        return [document.title, document.body.innerText, ...values, ...behind, ...pictured, ...current, ...images]
          .join("\\n");
        """

    /// What is cut off at the edge of something, and words that are broken although they are shorter
    /// than most lines.
    static let cutOff = """
        const width = document.documentElement.clientWidth;
        const found = [];
        const isSeen = (e) => e && e.checkVisibility({ visibilityProperty: true })
          && !e.closest(".visually-hidden, .default-button, .skip");
        for (const e of document.querySelectorAll("button, a, summary, .badge, .row-value")) {
          if (!isSeen(e)) continue;
          const box = e.getBoundingClientRect();
          if (box.right > width + 1 || box.left < -1) found.push(`outside: ${e.textContent}`);
          if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 && !e.matches(".row-main")) {
            found.push(`too long: ${e.textContent}`);
          }
        }
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          const text = texts.currentNode;
          if (!isSeen(text.parentElement)) continue;
          for (const word of text.data.matchAll(/[\\w.@-]+/g)) {
            const range = document.createRange();
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            const parts = [...range.getClientRects()].filter((r) => r.width > 0);
            const length = parts.reduce((sum, r) => sum + r.width, 0);
            if (new Set(parts.map((r) => Math.round(r.top))).size > 1 && length < width * .4
              && length < 200) found.push(`broken: ${word[0]}`);
          }
        }
        return [...new Set(found)];
        """

    /// Brings the end of the session near, lets the page look at its clock, and tells whether it says so.
    static let endSoon = """
        return (async () => {
          const live = document.querySelector("script[type=module]").src;
          const { state, warn } = await import(new URL("page.js", live));
          window.pageState = state;
          state.deadline = performance.now() + 60_000;
          warn();
          return document.getElementById("ends-soon").checkVisibility();
        })();
        """

    /// Functions that find elements, to be put before other scripts.
    static let find = """
        const normal = (t) => t.replace(/[\\s\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]/gu, "");
        const same = (a, b) => normal(a) === normal(b);
        const all = (s, root = document) => [...root.querySelectorAll(s)];
        const mark = (e) => e ? e.id || e.getAttribute("href") || e.getAttribute("popovertarget")
          || `${e.name}=${e.value}` : null;
        const marked = (key) => document.getElementById(key)
          ?? all("a, button, input").find((e) => mark(e) === key);
        // What the tab key stops at, in its order: what a button has opened comes behind it.
        const focusable = "a[href], button, input, select, textarea, summary, [tabindex]";
        const opened = (e) => e.closest(":popover-open");
        function stopsIn(root) {
          return all(focusable, root).filter((e) => e.tabIndex >= 0 && !e.matches(":disabled")
            && !e.closest("[inert]") && (e.type !== "radio" || e.checked)
            && e.checkVisibility({ visibilityProperty: true }) && (opened(e) ?? root) === root)
            .flatMap((e) => {
              const part = e.popoverTargetElement;
              return part?.matches(":popover-open") && !part.contains(e) ? [e, ...stopsIn(part)] : [e];
            });
        }
        // How often to press the tab key to get to an element, less than nothing backwards; one where it
        // is not known.
        function stopsTo(key) {
          const now = document.activeElement;
          if (mark(now) === key) return 0;
          if (now === document.body) return 1;
          const stops = stopsIn(document.querySelector("dialog:modal") ?? document);
          const isBefore = (a, b) => Boolean(b.compareDocumentPosition(a) & Node.DOCUMENT_POSITION_PRECEDING);
          const [from, to] = [stops.indexOf(now), stops.findIndex((e) => mark(e) === key)];
          const wanted = stops[to] ?? marked(key);
          if (to < 0 || from === to) return wanted && isBefore(wanted, now) ? -1 : 1;
          const above = stops.filter((e) => isBefore(e, now)).length;
          const count = from >= 0 ? to - from : to < above ? to - above : to - above + 1;
          // Each part of a day is a stop, and so is the button behind them.
          const between = stops.slice(Math.min(from < 0 ? to : from, to) + 1, Math.max(from, to));
          const parts = between.reduce((sum, e) => sum + ({ date: 3, month: 2 }[e.type] ?? 0), 0);
          return count + Math.sign(count) * parts;
        }
        const reach = (e) => e ? {
          key: mark(e), stops: stopsTo(mark(e)),
          isDisabled: e.disabled === true || e.getAttribute("aria-disabled") === "true",
        } : null;
        function place(label) {
          return all(".row, .fact").find((e) =>
            same(e.querySelector(".row-title, dt").textContent, label))
            ?? findField(label)?.closest(".field");
        }
        const places = () => matchMedia("(scripting: none)").matches
          && document.querySelector(".place-button") ? ".place-button" : ".place";
        function findAction(title, label) {
          const names = [title, title + label];
          const root = label === "" ? document : place(label);
          if (!root) return null;
          const peek = root.querySelector?.("[data-peek]");
          if (peek && label !== "" && ["Reveal", "Conceal"].includes(title)) {
            return (peek.ariaPressed === "true") === (title === "Conceal") ? peek : null;
          }
          const action = all("[name=act]", root)
            .find((e) => names.some((n) => same(n, e.ariaLabel ?? e.textContent))
              && (label !== "" || !e.closest(".row, .fact")));
          if (action || label !== "") return action ?? root.querySelector("a.row-main");
          return all(places()).find((e) => same(e.querySelector(".place-title").textContent, title));
        }
        function findMenu(title, label) {
          const action = findAction(title, label);
          const part = action?.closest("[popover]:not(:popover-open)");
          if (part && !part.checkVisibility()) {
            return document.querySelector(`[popovertarget="${CSS.escape(part.id)}"]`);
          }
          return action?.closest("details:not([open])")?.querySelector("summary") ?? null;
        }
        function wrongBoxes(titles) {
          const wanted = titles.split("\\n");
          return all(".row").map((e) => [e.querySelector(".pick"),
            wanted.some((t) => same(t, e.querySelector(".row-title").textContent))])
            .filter(([box, isWanted]) => box && box.checked !== isWanted).map(([box]) => box);
        }
        function findFilter(title) {
          return all(".filter").find((e) =>
            same(e.querySelector(".filter-title, summary").textContent.split(":")[0], title));
        }
        function wrongOptions(filter, titles) {
          const wanted = titles.split("\\n");
          const name = (e) => (e.closest("label") ?? e).querySelector("[dir]").textContent;
          return all("[aria-pressed], .filter-option input", findFilter(filter)).filter((e) =>
            wanted.some((t) => same(t, name(e))) !== (e.checked ?? e.ariaPressed === "true"));
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
