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
