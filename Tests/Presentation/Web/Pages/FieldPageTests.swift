import TenonCore
import TenonUI
import TenonWeb
import Testing

@Suite("The fields of a form")
struct FieldPageTests {
    private func page(_ field: Field) -> String { SamplePage.html(SamplePage.form(field)) }

    @Test("have a label, help, a problem and a summary that leads to them")
    func notes() {
        let page = page(
            Field(
                id: "name", label: "Name", help: "As on the card.",
                kind: .text("Ada", isMultiline: false), isRequired: true,
                problem: "Type a name.", autofill: .username, isLive: true))
        #expect(page.contains("<label for=\"field.name\">"))
        #expect(page.contains("aria-describedby=\"field.name.help0 field.name.problem\""))
        #expect(page.contains("aria-required=\"true\" aria-invalid=\"true\" data-live"))
        #expect(page.contains("autocomplete=\"username\""))
        #expect(page.contains("value=\"Ada\""))
        #expect(page.contains("<a href=\"#field.name\">Name</a>"))
        #expect(page.contains("<title>Error: Things – Sample</title>"))
        #expect(page.contains(" required</span>"))
    }

    @Test("never carry the value of a secret")
    func secret() {
        let page = page(
            Field(
                id: "p", label: "Passphrase", kind: .secret(isSet: true),
                autofill: .currentPassword))
        #expect(page.contains("<input type=\"password\""))
        #expect(page.contains("autocomplete=\"current-password\""))
        #expect(page.contains("Leave empty to keep the present value."))
        #expect(page.firstMatch(of: /type="password"[^>]* value=/) == nil)
    }

    @Test("let a secret be made, looked at and judged, by buttons that need no script")
    func makers() {
        var field = Field(id: "p", label: "Password", kind: .secret(isSet: true))
        field.actions = [
            Action(id: "usual", title: "Generate", scope: .row, icon: .generator),
            Action(id: "words", title: "Generate words", scope: .row),
        ]
        let page = page(field)
        let reveal =
            "<button type=\"submit\" form=\"screen\" name=\"act\" value=\"reveal:p\""
        #expect(page.contains(reveal) && page.contains("aria-pressed=\"false\""))
        #expect(page.contains("name=\"act\" value=\"usual:p\""))
        #expect(page.firstMatch(of: /<details.*value="words:p"/.dotMatchesNewlines()) != nil)
        #expect(!page.contains("<progress"))
        field.revealed = "m4de & \"quoted\""
        field.strength = SecretStrength(.weak, text: "Strength: weak.")
        let revealed = self.page(field)
        #expect(revealed.contains("<input type=\"text\" value=\"m4de &amp; &quot;quoted&quot;\""))
        #expect(revealed.contains("value=\"conceal:p\""))
        #expect(revealed.contains("aria-pressed=\"true\""))
        #expect(revealed.contains("class=\"strength tone-caution\" id=\"field.p.strength\""))
        #expect(revealed.contains("<progress max=\"1\" value=\"0.4\""))
        #expect(revealed.contains("aria-describedby=\"field.p.help0 field.p.strength\""))
    }

    @Test("are native controls")
    func kinds() {
        #expect(
            page(Field(id: "a", label: "A", kind: .text("x\ny", isMultiline: true)))
                .contains("<textarea rows=\"5\""))
        let amount = page(Field(id: "a", label: "A", kind: .number("-12.50", currency: "EUR")))
        #expect(amount.contains("inputmode=\"decimal\" dir=\"ltr\" value=\"-12.50\""))
        #expect(amount.contains(">EUR<"))
        #expect(
            page(Field(id: "a", label: "A", kind: .date("2024-02-29")))
                .contains("<input type=\"date\" value=\"2024-02-29\""))
        let few = page(Field(id: "a", label: "A", kind: .number("20", range: 4...256)))
        #expect(few.contains("inputmode=\"numeric\""))
        #expect(few.contains("type=\"range\" class=\"slider\" min=\"4\" max=\"256\" value=\"20\""))
        #expect(few.contains("from 4 to 256"))
        let many = page(Field(id: "a", label: "A", kind: .number("20", range: 1...36_500)))
        #expect(!many.contains("slider") && many.contains("from 1 to 36,500"))
        #expect(
            page(Field(id: "a", label: "A", kind: .month("2028-04")))
                .contains("inputmode=\"numeric\" dir=\"ltr\" value=\"04/2028\""))
        for text in ["4/20", "2028-13"] {
            #expect(
                page(Field(id: "a", label: "A", kind: .month(text)))
                    .contains("value=\"\(text)\""))
        }
        let toggle = page(Field(id: "a", label: "A", kind: .toggle(true)))
        #expect(toggle.contains("type=\"checkbox\" role=\"switch\" value=\"1\" checked"))
        #expect(toggle.contains("name=\"has.a\""))
    }

    @Test("offer few options at once and many in a list")
    func options() {
        func options(_ count: Int) -> [Field.Option] {
            (1...count).map { Field.Option(id: "o\($0)", title: "Option \($0)") }
        }
        let few = page(Field(id: "a", label: "A", kind: .choice("o2", options: options(3))))
        #expect(few.contains("<fieldset") && few.contains("<legend>"))
        #expect(few.ranges(of: "type=\"radio\"").count == 3)
        let many = page(Field(id: "a", label: "A", kind: .choice("o2", options: options(9))))
        #expect(many.contains("<option value=\"o2\" selected>Option 2</option>"))
        let several = page(
            Field(id: "a", label: "A", kind: .choices(["o1", "o3"], options: options(3))))
        #expect(several.ranges(of: "type=\"checkbox\"").count == 4)
        #expect(several.ranges(of: " checked").count == 2)
    }

    @Test("take files in the encoding for files, and no others do")
    func files() {
        let file = page(
            Field(id: "a", label: "A", kind: .file(name: "old.csv", accepts: [".csv", ".txt"])))
        #expect(file.contains("enctype=\"multipart/form-data\""))
        #expect(file.contains("type=\"file\" accept=\".csv,.txt\""))
        #expect(file.contains("a file of the kind .csv, .txt"))
        #expect(file.contains("Chosen: old.csv."))
        let text = page(Field(id: "a", label: "A", kind: .text("", isMultiline: false)))
        #expect(!text.contains("enctype"))
    }

    @Test("are sent by Return with the first action of the form")
    func defaultAction() {
        let page = page(Field(id: "a", label: "A", kind: .text("", isMultiline: false)))
        #expect(
            page.contains(
                "class=\"default-button\" form=\"screen\" tabindex=\"-1\" aria-hidden=\"true\""))
    }

    @Test("are sent by Return although other buttons of their form stand before them in the page")
    func firstButton() throws {
        let field = Field(id: "a", label: "A", kind: .text("", isMultiline: false))
        let lock = Action(id: "lock", title: "Lock", scope: .application)
        let page = SamplePage.html(
            SamplePage.screen(blocks: [SamplePage.form(field)], actions: [lock]),
            change: { $0.canGoBack = true })
        let buttons = page.matches(of: /<button [^>]*form="screen"[^>]*>/).map(\.output)
        #expect(buttons.count > 5 && buttons.allSatisfy { $0.contains("type=\"submit\"") })
        #expect(try #require(buttons.first).contains("name=\"act\" value=\"go\""))
    }
}
