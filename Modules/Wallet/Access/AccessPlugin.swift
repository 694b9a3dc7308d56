package import TenonCore
import TenonUI
import WalletSettings
import WalletVault

/// The plugin of this module: welcome, unlock and lock.
package enum AccessPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "wallet.access", version: "1.0.0",
        summary: "Makes, unlocks and locks the vault",
        provides: [.autoLock, .clipboardGuard],
        contributes: [
            .scenes, .routePolicies, .coordinators, .applicationActions, .sessionObservers,
            .settingsLinks,
        ],
        requires: [.vault, .clock, .clipboard, .configuration, .confirmations, .notices])

    package static func register(in registrar: inout Registrar) {
        registrar.provide(.autoLock) { resolver in
            AutoLock(
                vault: try await resolver(.vault), clock: try await resolver(.clock),
                limit: try await resolver(.configuration).minutes(.autoLock),
                preferences: try await resolver(.preferences),
                machine: try await resolver(.machineEvents))
        }
        registrar.provide(.clipboardGuard) { resolver in
            // Stops before the vault locks at the end, so that what a command copied stays a while.
            _ = try await resolver(.autoLock)
            return ClipboardGuard(
                vault: try await resolver(.vault), clipboard: try await resolver(.clipboard))
        }
        registrar.contribute(.sessionObservers) { [try await $0(.autoLock)] }
        registrar.contribute(.scenes) { resolver in
            let vault = try await resolver(.vault)
            let clock = try await resolver(.clock)
            return [
                try .welcome(vault), try .recoveryCode(vault, clock), try .unlock(vault),
                try .unlockWithRecoveryCode(vault), try .passphrase(vault),
                try .newRecoveryCode(vault, clock),
            ]
        }
        registrar.contribute(.settingsLinks) { _ in
            [
                SettingsLink(to: AccessRoute.passphrase, AccessText.changeTitle),
                SettingsLink(to: AccessRoute.newRecoveryCode, AccessText.recoveryLink),
            ]
        }
        // Before all other policies, which may need an unlocked vault.
        registrar.contribute(.routePolicies, priority: 100) { resolver in
            [AccessPolicy(vault: try await resolver(.vault))]
        }
        // Before all other flows: while the vault is locked, nothing else is decided.
        registrar.contribute(.coordinators, priority: 100) { resolver in
            [AccessCoordinator(vault: try await resolver(.vault))]
        }
        // After the actions of all other features.
        registrar.contribute(.applicationActions, priority: -100) { resolver in
            let vault = try await resolver(.vault)
            return [
                ApplicationAction(effect: .run { _ in await vault.lock() }) { localizer in
                    Action(
                        id: "lock", title: localizer(AccessText.lock),
                        help: localizer(AccessText.lockHelp), scope: .application, shortcut: "k")
                }
            ]
        }
    }
}

extension AnyPort {
    static let autoLock = Port<AutoLock>("autoLock", providers: ["WalletAccess"])
    static let clipboardGuard = Port<ClipboardGuard>(
        "clipboardGuard", providers: ["WalletAccess"])
}

@section("tenon_plugins") @used
let accessPluginRecord: PluginRecord = (
    1, 0, { $0.initializeMemory(as: (any Plugin.Type).self, to: AccessPlugin.self) }
)
