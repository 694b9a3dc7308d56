import CGTK
import TenonCore
import TenonUI

/// Several tokens with commas between them; what is typed last may be completed from a list.
@DesktopActor
final class TokensControl: FieldControl {
    var root: Widget { input }
    let input = Widget(gtk_entry_new())
    var changed: (@DesktopActor (FieldValue) -> Void)?
    var submitted: (@DesktopActor () -> Void)?
    /// What the entry may become, which it keeps.
    private let completions = tenon_gtk_list_of_texts()
    private var suggestions: [String] = []
    private var isShowing = false

    init(_ localizer: Localizer) {
        gtk_entry_set_placeholder_text(input.typed(), localizer(UIText.tokensFormat))
        let completion = gtk_entry_completion_new()
        gtk_entry_completion_set_model(completion, OpaquePointer(completions))
        gtk_entry_completion_set_text_column(completion, 0)
        // The list holds only what matches.
        gtk_entry_completion_set_match_func(completion, { _, _, _, _ in 1 }, nil, nil)
        gtk_entry_set_completion(input.typed(), completion)
        g_object_unref(completions.map(UnsafeMutableRawPointer.init))
        g_object_unref(completion.map(UnsafeMutableRawPointer.init))
        Signal.connect(input.pointer, "changed") { [weak self] in
            guard let self else { return }
            self.complete()
            if !self.isShowing { self.changed?(.choices(self.typed.tokens)) }
        }
        Signal.connect(input.pointer, "activate") { [weak self] in self?.submitted?() }
    }

    func show(_ kind: Field.Kind) {
        guard case .tokens(let tokens, let suggestions) = kind else { return }
        self.suggestions = suggestions
        // What is typed in another way means the same and is not tidied up.
        guard typed.tokens != tokens else { return }
        isShowing = true
        EntryText(widget: input).set(TokenText.text(of: tokens))
        isShowing = false
    }

    private var typed: TokenText { TokenText(EntryText(widget: input).text) }

    /// Lists the texts that the entry may become, for GTK to offer below it.
    private func complete() {
        gtk_list_store_clear(completions)
        guard !isShowing else { return }
        let typed = typed
        for token in typed.completions(from: suggestions).prefix(8) {
            tenon_gtk_append(completions, HarmlessText.line(typed.completed(by: token)))
        }
    }
}
