import TenonCore
import TenonUI
import Testing

@Suite("What is typed into a form")
struct FormDraftTests {
    @Test("is not saved when the form comes back after the scene has shown how far it was")
    func cameBack() {
        let field = Field(id: "f", label: "F", kind: .text("old", isMultiline: false))
        let save = Action(id: "save", title: "Save")
        func screen(_ block: Block) -> Screen {
            Screen(location: Location(["a"]), title: "T", blocks: [block])
        }
        let form = screen(.form(FormBlock(id: "m", fields: [field], actions: [save])))
        var draft = FormDraft()
        draft.take(["f": .text("new")], on: form)
        draft.markSent(by: "save", on: form)
        draft.reconcile(with: screen(.progress(ProgressBlock(id: "p", label: "P"))))
        #expect(!draft.hasUnsent)
        draft.reconcile(with: form)
        #expect(draft.hasUnsent)
        draft.markSent(by: "save", on: form)
        draft.reconcile(with: form)
        #expect(!draft.hasUnsent)
    }

    @Test("stays in the form until the scene changes the field or the screen goes")
    func drafts() {
        let field = Field(id: "f", label: "F", kind: .text("old", isMultiline: false))
        func screen(_ field: Field) -> Screen {
            Screen(
                location: Location(["a"]), title: "T",
                blocks: [.form(FormBlock(id: "m", fields: [field], actions: []))])
        }
        var draft = FormDraft()
        #expect(draft.values(for: screen(field)) == ["f": .text("old")])
        draft.set(.text("new"), for: field)
        #expect(draft.hasUnsent)
        #expect(draft.values(for: screen(field)) == ["f": .text("new")])
        #expect(
            draft.applied(to: screen(field)).fields.map(\.kind) == [
                .text("new", isMultiline: false)
            ])
        draft.markSent(by: "save", on: screen(field))
        #expect(!draft.hasUnsent)
        var changed = field
        changed.kind = .text("generated", isMultiline: false)
        draft.reconcile(with: screen(changed))
        #expect(draft.isEmpty)
    }

    @Test("stays when suggestions come while one types")
    func suggestions() {
        var field = Field(id: "f", label: "F", kind: .tokens(["old"], suggestions: []))
        var draft = FormDraft()
        draft.set(.choices(["old", "new"]), for: field)
        field.kind = .tokens(["old"], suggestions: ["newer"])
        let screen = Screen(
            location: Location(["a"]), title: "T",
            blocks: [.form(FormBlock(id: "m", fields: [field], actions: []))])
        draft.reconcile(with: screen)
        #expect(
            draft.applied(to: screen).fields.map(\.kind) == [
                .tokens(["old", "new"], suggestions: ["newer"])
            ])
    }

    /// A kind of field, what is put into it, and what may become of the field meanwhile.
    struct Rewording: Sendable, CustomStringConvertible {
        let kind: Field.Kind
        let value: FieldValue
        /// The kind in another language; the same where it has no words.
        var translated: Field.Kind?
        /// The kind when something else is asked for.
        let other: Field.Kind

        var description: String { "\(kind)" }
    }

    private static func options(_ ids: [String], _ title: String) -> [Field.Option] {
        ids.map { Field.Option(id: $0, title: "\(title) \($0)") }
    }

    private static let english = options(["a", "b"], "Letter")
    private static let german = options(["b", "a"], "Buchstabe")
    private static let more = options(["a", "b", "c"], "Letter")
    private static let file = FileValue(name: "f.csv", content: .path("/f.csv"))

    private static let rewordings = [
        Rewording(
            kind: .text("old", isMultiline: false), value: .text("new"),
            other: .text("other", isMultiline: false)),
        Rewording(
            kind: .secret(isSet: false), value: .secret(SecretText("new")),
            other: .secret(isSet: true)),
        Rewording(
            kind: .number("1", currency: "EUR"), value: .text("2"),
            other: .number("1", currency: "USD")),
        Rewording(
            kind: .number("1", range: 1...5), value: .text("2"), other: .number("1", range: 1...6)),
        Rewording(kind: .date("2026-01-01"), value: .text("2026-01-02"), other: .date("")),
        Rewording(kind: .month("2026-01"), value: .text("2026-02"), other: .month("")),
        Rewording(kind: .toggle(false), value: .toggle(true), other: .toggle(true)),
        Rewording(
            kind: .choice("a", options: english), value: .text("b"),
            translated: .choice("a", options: german), other: .choice("a", options: more)),
        Rewording(
            kind: .choices(["a", "b"], options: english), value: .choices(["b"]),
            translated: .choices(["b", "a"], options: german),
            other: .choices(["a", "b"], options: more)),
        Rewording(
            kind: .tokens(["old"], suggestions: ["work"]), value: .choices(["new"]),
            translated: .tokens(["old"], suggestions: ["Arbeit"]),
            other: .tokens(["other"], suggestions: ["work"])),
        Rewording(
            kind: .file(name: "", accepts: [".csv"]), value: .file(file),
            other: .file(name: "", accepts: [".json"])),
    ]

    @Test(
        "stays when a field is in other words, and goes when it asks for something else",
        arguments: rewordings)
    func words(_ rewording: Rewording) {
        var field = Field(id: "f", label: "Letter", help: "One.", kind: rewording.kind)
        func screen() -> Screen {
            Screen(
                location: Location(["a"]), title: "T",
                blocks: [.form(FormBlock(id: "m", fields: [field], actions: []))])
        }
        var draft = FormDraft()
        draft.set(rewording.value, for: field)
        field = Field(
            id: "f", label: "Buchstabe", help: "Einer.",
            kind: rewording.translated ?? rewording.kind)
        draft.reconcile(with: screen())
        #expect(draft.value(of: "f") == rewording.value && draft.hasUnsent)
        field.kind = rewording.other
        draft.reconcile(with: screen())
        #expect(draft.isEmpty)
    }

    @Test("stays when the scene has heard the beginning, and goes when it says something else")
    func echoes() {
        var field = Field(
            id: "f", label: "F", kind: .text("Ada", isMultiline: false), isLive: true)
        func screen() -> Screen {
            Screen(
                location: Location(["a"]), title: "T",
                blocks: [.form(FormBlock(id: "m", fields: [field], actions: []))])
        }
        var draft = FormDraft()
        for text in ["", "I", "Id"] { draft.set(.text(text), for: field) }
        // The screens come later than the letters, and not one for each.
        for echo in ["", "Id"] {
            field.kind = .text(echo, isMultiline: false)
            draft.reconcile(with: screen())
            #expect(draft.value(of: "f") == .text("Id"))
            draft.set(.text("Id"), for: field)
        }
        draft.set(.text("Ida"), for: field)
        draft.reconcile(with: screen())
        #expect(draft.value(of: "f") == .text("Ida"))
        field.kind = .text("Ida", isMultiline: false)
        draft.reconcile(with: screen())
        #expect(draft.value(of: "f") == .text("Ida"))
        field.kind = .text("IDA", isMultiline: false)
        draft.reconcile(with: screen())
        #expect(draft.isEmpty)
    }

    @Test(
        "is forgotten when it is a secret that was wrong and all that is asked for, and only then",
        arguments: [true, false])
    func wrongSecrets(isAlone: Bool) {
        var field = Field(id: "f", label: "F", kind: .secret(isSet: false))
        func screen() -> Screen {
            let other = Field(id: "g", label: "G", kind: .toggle(false))
            return Screen(
                location: Location(["a"]), title: "T",
                blocks: [
                    .form(
                        FormBlock(id: "m", fields: isAlone ? [field] : [field, other], actions: []))
                ])
        }
        var draft = FormDraft()
        draft.set(.secret(SecretText("abc")), for: field)
        draft.markSent(by: "save", on: screen())
        draft.reconcile(with: screen())
        #expect(!draft.isEmpty)
        field.problem = "It is wrong."
        draft.reconcile(with: screen())
        #expect(draft.isEmpty == isAlone)
        draft.set(.secret(SecretText("abd")), for: field)
        draft.reconcile(with: screen())
        #expect(!draft.isEmpty)
    }

    @Test("is not saved either when the scene shows it and says that something went wrong")
    func refusedAndShown() {
        var field = Field(id: "f", label: "F", kind: .text("old", isMultiline: false))
        var other = Field(id: "g", label: "G", kind: .text("", isMultiline: false))
        func screen() -> Screen {
            let save = Action(id: "save", title: "Save")
            return Screen(
                location: Location(["a"]), title: "T",
                blocks: [.form(FormBlock(id: "m", fields: [field, other], actions: [save]))])
        }
        var draft = FormDraft()
        draft.take(["f": .text("new")], on: screen())
        for _ in 0..<2 {
            draft.markSent(by: "save", on: screen())
            field.kind = .text("new", isMultiline: false)
            draft.reconcile(with: screen())
            other.problem = "It is missing."
            draft.reconcile(with: screen())
            #expect(draft.hasUnsent)
            draft.take(["f": .text("new"), "g": .text("")], on: screen())
            #expect(draft.hasUnsent)
        }
        draft.markSent(by: "save", on: screen())
        other.problem = nil
        draft.reconcile(with: screen())
        #expect(!draft.hasUnsent)
        field.kind = .text("other", isMultiline: false)
        draft.reconcile(with: screen())
        #expect(draft.isEmpty)
    }

    @Test("is not saved while the screen says that something went wrong")
    func refused() {
        var field = Field(id: "f", label: "F", kind: .text("old", isMultiline: false))
        var message: [Block] = []
        func screen() -> Screen {
            let save = Action(id: "save", title: "Save")
            return Screen(
                location: Location(["a"]), title: "T",
                blocks: message + [.form(FormBlock(id: "m", fields: [field], actions: [save]))],
                actions: [Action(id: "help", title: "Help")])
        }
        var draft = FormDraft()
        draft.set(.text("new"), for: field)
        draft.markSent(by: "help", on: screen())
        draft.reconcile(with: screen())
        #expect(draft.hasUnsent, "It is not an action of the form.")
        draft.markSent(by: "save", on: screen())
        draft.reconcile(with: screen())
        #expect(!draft.hasUnsent)
        field.problem = "It is wrong."
        draft.reconcile(with: screen())
        #expect(draft.hasUnsent)
        field.problem = nil
        let refusal = Block.text(TextBlock("No.", tone: .critical))
        message = [.group(GroupBlock(id: "g", title: "", blocks: [refusal]))]
        draft.reconcile(with: screen())
        #expect(draft.hasUnsent)
        message = [.text(TextBlock("Well, well.", tone: .caution))]
        draft.reconcile(with: screen())
        #expect(!draft.hasUnsent)
    }
}
