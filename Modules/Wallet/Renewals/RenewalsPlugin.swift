package import TenonCore
import TenonUI
import WalletVault

/// The plugin of this feature: a scene, and an action that leads to it from anywhere.
package enum RenewalsPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "wallet.renewals", version: "1.0.0", summary: "Shows which cards run out when",
        contributes: [.scenes, .applicationActions], requires: [.vault, .clock])

    package static func register(in registrar: inout Registrar) {
        registrar.contribute(.scenes) { resolver in
            [
                try .renewals(
                    vault: try await resolver(.vault), clock: try await resolver(.clock))
            ]
        }
        registrar.contribute(.applicationActions) { _ in
            [
                ApplicationAction(effect: .open(RenewalsRoute.renewals)) { localizer in
                    Action(
                        id: "renewals", title: localizer(RenewalsText.title),
                        help: localizer(RenewalsText.help), scope: .application)
                }
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
let renewalsPluginRecord: PluginRecord = (
    1, 0, { $0.initializeMemory(as: (any Plugin.Type).self, to: RenewalsPlugin.self) }
)
