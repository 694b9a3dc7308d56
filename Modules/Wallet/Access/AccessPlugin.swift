package import TenonCore
package import TenonUI
import WalletSettings
import WalletVault

/// The plugin of this module: welcome, unlock and lock.
package enum AccessPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "wallet.access", version: "1.0.0",
        summary: "Makes, unlocks and locks the vault")

    package static func register(in registrar: inout Registrar) {
        registrar.require(.confirmations, .notices, .welcomeLinks)
        registrar.provide(
            .autoLock, using: .vault, .clock, .configuration, .preferences, .machineEvents
        ) { vault, clock, configuration, preferences, machineEvents in
            AutoLock(
                vault: vault, clock: clock,
                limit: try configuration.minutes(Configuration.autoLockSetting),
                preferences: preferences, machine: machineEvents)
        }
        registrar.provide(.clipboardGuard, using: .autoLock, .vault, .clipboard) {
            // Stops before the vault locks at the end, so that what a command copied stays a while.
            _, vault, clipboard in
            ClipboardGuard(vault: vault, clipboard: clipboard)
        }
        registrar.provide(.draftKeeper, using: .vault) { VaultDraftKeeper(vault: $0) }
        registrar.contribute(.sessionObservers, using: AnyPort.autoLock) { [$0] }
        registrar.contribute(.scenes, using: .vault, .clock) { vault, clock in
            [
                try .welcome(vault), try .recoveryCode(vault, clock), try .unlock(vault),
                try .unlockWithRecoveryCode(vault), try .passphrase(vault),
                try .newRecoveryCode(vault, clock),
            ]
        }
        registrar.contribute(.settingsLinks) {
            [
                FeatureLink(to: AccessRoute.passphrase, AccessText.changeTitle),
                FeatureLink(to: AccessRoute.newRecoveryCode, AccessText.recoveryLink),
            ]
        }
        // Before all other policies, which may need an unlocked vault.
        registrar.contribute(.routePolicies, priority: 100, using: .vault) {
            [AccessPolicy(vault: $0)]
        }
        // Before all other flows: while the vault is locked, nothing else is decided.
        registrar.contribute(.coordinators, priority: 100, using: .vault, .welcomeLinks) {
            vault, links in
            [AccessCoordinator(vault: vault, links: links)]
        }
        // After the actions of all other features.
        registrar.contribute(.applicationActions, priority: -100, using: .vault) { vault in
            [
                ApplicationAction(effect: .leave { _ in await vault.lock() }) { localizer in
                    Action(
                        id: "lock", title: localizer(AccessText.lock),
                        help: localizer(AccessText.lockHelp), scope: .application,
                        accelerator: .lock)
                }
            ]
        }
    }
}

extension AnyPort {
    /// What the first screen leads to: ways to a vault beside making a new one, such as taking that of
    /// another machine.
    package static let welcomeLinks = CollectionPort<FeatureLink>("welcomeLinks")
    static let autoLock = Port<AutoLock>("autoLock", providers: ["WalletAccess"])
    static let clipboardGuard = Port<ClipboardGuard>(
        "clipboardGuard", providers: ["WalletAccess"])
}

@section("tenon_plugins") @used
let accessPluginRecord: PluginRecord = (1, 0, { $0.store(AccessPlugin.self) })
