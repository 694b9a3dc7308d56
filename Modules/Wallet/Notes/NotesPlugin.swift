package import TenonCore
import TenonUI
import WalletItems

/// What a note looks like.
package enum NotesPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "wallet.notes", version: "1.0.0", summary: "Shows, edits and copies notes")

    package static func register(in registrar: inout Registrar) {
        registrar.contribute(.itemKinds, priority: 10) { [NotePresentation()] }
    }
}

@section("tenon_plugins") @used
let notesPluginRecord: PluginRecord = (1, 0, { $0.store(NotesPlugin.self) })
