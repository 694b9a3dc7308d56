package import TenonCore
import TenonSecurity
import TenonUI
import WalletItems

/// What a login looks like.
package enum LoginsPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "wallet.logins", version: "1.0.0",
        summary: "Shows, asks for and copies the parts of a login", contributes: [.itemKinds],
        requires: [.passwordMaker])

    package static func register(in registrar: inout Registrar) {
        registrar.contribute(.itemKinds, priority: 30) { resolver in
            [LoginPresentation(maker: try await resolver(.passwordMaker))]
        }
    }
}

@section("tenon_plugins") @used
let loginsPluginRecord: PluginRecord = (
    1, 0, { $0.initializeMemory(as: (any Plugin.Type).self, to: LoginsPlugin.self) }
)
