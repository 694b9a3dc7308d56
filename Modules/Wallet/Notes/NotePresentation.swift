import TenonCore
import TenonUI
import WalletItems
import WalletVault

/// What a note looks like: a text with a title.
struct NotePresentation: ItemKindPresenting {
    let kind = ItemKind.note

    func names(_ localizer: Localizer) -> ItemKindNames {
        ItemKindNames(
            one: localizer(NotesText.one), many: localizer(NotesText.many),
            add: localizer(NotesText.add), new: localizer(NotesText.new),
            empty: localizer(NotesText.empty), shortcut: "n")
    }

    func copies(_ localizer: Localizer) -> [ItemCopy] {
        let copy = ItemCopy(
            id: "copy-text", title: localizer(NotesText.copyText), accelerator: .copy,
            label: localizer(NotesText.text), missing: localizer(NotesText.noText),
            isOffered: { !$0.missing.contains(.notes) }
        ) { $0.notes }
        return [copy]
    }

    func notesLabel(_ localizer: Localizer) -> String { localizer(NotesText.text) }

    func problems(in form: ItemForm, _ localizer: Localizer) -> [ItemFieldName: String] {
        form.text(.title).isEmpty && form.text(.notes).isEmpty
            ? [.title: localizer(NotesText.missing)] : [:]
    }
}
