package import TenonCore
import TenonSecurity
import TenonUI
import WalletItems

/// What a login looks like.
package enum LoginsPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "wallet.logins", version: "1.0.0", summary: "Shows, edits and copies logins")

    package static func register(in registrar: inout Registrar) {
        registrar.contribute(.itemKinds, priority: 30, using: .passwordMaker) {
            [LoginPresentation(maker: $0)]
        }
    }
}

@section("tenon_plugins") @used
let loginsPluginRecord: PluginRecord = (1, 0, { $0.store(LoginsPlugin.self) })
