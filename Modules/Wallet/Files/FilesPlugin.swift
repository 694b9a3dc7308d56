package import TenonCore
import TenonUI
import WalletItems
import WalletSettings
import WalletSync
import WalletVault

/// The files of items: their screens, and what handles them.
package enum FilesPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "wallet.files", version: "1.0.0",
        summary: "Adds, opens, saves, removes and lists the files of items")

    package static func register(in registrar: inout Registrar) {
        registrar.require(.notices, .confirmations)
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.provide(
            .itemFiles, using: .vault, .sync, .programs, .clock, .configuration,
            .vaultMaintenance, .preferences
        ) { vault, sync, programs, clock, configuration, maintenance, preferences in
            // What a killed program left of an opened file, or an editor, is in clear.
            MemoryFolder.removeLeftovers(configuration)
            return ItemFiles(
                of: vault, sync: sync, programs: programs, clock: clock,
                configuration: configuration, notes: maintenance.draftNotes,
                preferences: preferences)
        }
        registrar.provide(.itemFileLinks) {
            ItemFileLinks(
                file: { FilesRoute.file.location(($0, $1)) },
                adding: { FilesRoute.add.location($0) })
        }
        registrar.contribute(.scenes, using: .vault, AnyPort.itemFiles) { vault, files in
            [
                try .files(files, vault), try .file(files, vault), try .saveFile(files),
                try .addFile(files),
            ]
        }
        registrar.contribute(.destinations) {
            [
                ApplicationDestination(
                    to: FilesRoute.files, FilesText.title, help: .help, icon: .attachment,
                    in: .tools)
            ]
        }
    }
}

@section("tenon_plugins") @used
let filesPluginRecord: PluginRecord = (1, 0, { $0.store(FilesPlugin.self) })
