import TestSupport
import Testing

@Suite("The controls of a page that is changed in place", .serialized)
struct MorphTests {
    /// Puts each kind of field into each of the surroundings, types, and changes to each other one; says what went
    /// wrong.
    private static let script = """
        const { morph } = await import(
          new URL("morph.js", document.querySelector("script[type=module]").src));
        const kinds = {
          text: `<input type="text" id="x">`,
          multiline: `<textarea id="x"></textarea>`,
          secret: `<span class="secret-input"><input type="password" data-secret id="x">
            <button type="button">Reveal</button></span>`,
          number: `<span class="number-input"><input type="text" id="x"><span>EUR</span>
            <input type="range" id="x.slider"></span>`,
          choice: `<select id="x"><option value="a" selected>A<option value="b">B</select>`,
          choices: `<fieldset id="x.options"><legend>X</legend>
            <label><input type="checkbox" value="a" id="x">A</label>
            <label><input type="checkbox" value="b" id="x.b">B</label></fieldset>`,
          file: `<input type="file" id="x">`,
        };
        const note = (id) => `<p id="${id}">A note</p>`;
        const plain = "<p>A line</p>";
        const field = (control, above = "", below = "") =>
          `<div class="field"><label for="x">X</label>${above}${control}${below}</div>`;
        const other = (note) =>
          `<div class="field"><label for="y">Y</label>${note}<input id="y"></div>`;
        const surroundings = {
          bare: (control) => field(control),
          problem: (control) => field(control, note("x.problem")),
          helped: (control) => field(control, note("x.help0") + note("x.help1")),
          rated: (control) => field(control, "", note("x.strength")),
          noted: (control) => field(control, note("x.help0") + plain, plain + note("x.strength")),
          said: (control) => field(control, `${plain}a text`),
          wrong: (control) => `<div id="errors"><a href="#x">X</a></div>${plain}${field(control)}`,
          second: (control) => other(note("y.problem")) + field(control),
          first: (control) => field(control) + other(note("y.problem")),
        };
        const rebuilt = {
          wrapped: (control) => `<section>${plain}<div>${field(control)}</div></section>`,
          spanned: (control) => field(`<span>${control}</span>`),
          moved: (control) => `<div id="b">${field(control)}</div>${other("")}`,
        };
        const parse = (html) =>
          new DOMParser().parseFromString(`<form>${html}</form>`, "text/html").forms[0];
        const markup = (form) => form.innerHTML.replace(/ type="[^"]*"/g, "");
        const place = document.body.appendChild(document.createElement("div"));
        const wrong = [];
        const check = (name, control, before, after) => {
          place.replaceChildren(parse(before(control)));
          const form = place.firstChild;
          const typed = form.querySelector("#x");
          const isText = typed.matches("textarea, [type=text], [type=password]");
          typed.focus();
          if (isText) {
            typed.value = "abc";
            typed.setSelectionRange(1, 2);
          } else if (typed.type === "checkbox") typed.checked = true;
          else if (typed.type === "select-one") typed.value = "b";
          morph(form, parse(after(control)), true);
          const now = form.querySelector("#x");
          if (now !== typed) wrong.push(`${name}: another control`);
          if (markup(form) !== markup(parse(after(control)))) wrong.push(`${name}: another page`);
          if (isText && now.value !== "abc") wrong.push(`${name}: <${now.value}>`);
          if (now.type === "checkbox" && !now.checked) wrong.push(`${name}: not checked`);
          if (now.type === "select-one" && now.value !== "b") wrong.push(`${name}: not chosen`);
          const isStill = document.activeElement === now && (!isText || now.selectionStart === 1);
          if (!isStill && !isRebuilt(before) && !isRebuilt(after)) wrong.push(`${name}: no focus`);
        };
        const isRebuilt = (one) => Object.values(rebuilt).includes(one);
        const all = Object.entries({ ...surroundings, ...rebuilt });
        for (const [kind, control] of Object.entries(kinds)) {
          for (const [from, before] of all) {
            for (const [to, after] of all) check(`${kind}, ${from} to ${to}`, control, before, after);
          }
        }
        return wrong;
        """

    @Test("stay the same ones with what is typed, whatever comes and goes around them")
    func kept() async throws {
        try await Browser.run(at: "text") { browser, _ in
            let wrong: [String] = try await browser.evaluate(
                "return (async () => { \(Self.script) })()")
            #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(20))")
        }
    }
}
