package import TenonCore
import TenonUI
import WalletVault

/// Logins: list, search, detail, form, trash.
package enum LoginsPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "wallet.logins", version: "1.0.0",
        summary: "Lists, finds, shows, changes and deletes logins",
        contributes: [.scenes, .coordinators, .applicationActions],
        requires: [.vault, .clipboard, .links, .clock, .confirmations, .notices])

    package static func register(in registrar: inout Registrar) {
        registrar.contribute(.scenes) { resolver in
            let services = LoginServices(
                vault: try await resolver(.vault), clipboard: try await resolver(.clipboard),
                links: try await resolver(.links), clock: try await resolver(.clock))
            return [
                try .loginList(services), try .loginDetail(services), try .newLogin(services),
                try .editLogin(services), try .trash(services),
            ]
        }
        registrar.contribute(.coordinators) { _ in [LoginsCoordinator()] }
        registrar.contribute(.applicationActions, priority: 100) { _ in
            [
                ApplicationAction(effect: .open(LoginsRoute.list)) { localizer in
                    Action(
                        id: "logins", title: localizer(LoginsText.listTitle), scope: .application,
                        shortcut: "l")
                },
                ApplicationAction(effect: .open(LoginsRoute.trash)) { localizer in
                    Action(
                        id: "trash", title: localizer(LoginsText.trash), scope: .application,
                        shortcut: "t")
                },
            ]
        }
    }
}

#if objectFormat(ELF)
    @section("tenon_plugins")
#elseif objectFormat(MachO)
    @section("__DATA,tenon_plugins")
#endif
@used
let loginsPluginRecord: PluginRecord = (
    1, 0, { $0.initializeMemory(as: (any Plugin.Type).self, to: LoginsPlugin.self) }
)
