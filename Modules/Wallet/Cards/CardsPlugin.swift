package import TenonCore
import TenonUI
import WalletItems

/// What a card looks like.
package enum CardsPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "wallet.cards", version: "1.0.0", summary: "Shows, edits and copies cards")

    package static func register(in registrar: inout Registrar) {
        registrar.contribute(.itemKinds, priority: 20) { [CardPresentation()] }
    }
}

@section("tenon_plugins") @used
let cardsPluginRecord: PluginRecord = (1, 0, { $0.store(CardsPlugin.self) })
