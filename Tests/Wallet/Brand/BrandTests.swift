import Foundation
import TenonCore
import TenonTesting
import TenonUI
import Testing
import WalletBrand

@Suite("How Wallet looks") struct BrandTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../..").standardizedFileURL

    @Test("Front ends get the icon and the colours of Wallet")
    func brand() async throws {
        try await SessionPilot.run(plugins: [BrandPlugin.self, Desk.self], at: "desk") { pilot in
            let brand = SessionHost(pilot.application.container).brand
            #expect(brand.icon != nil)
            for isDark in [false, true] {
                let own = brand.theme(isDark: isDark)
                #expect(own[.accent] != Brand.standard.theme(isDark: isDark)[.accent])
            }
        }
    }

    @Test("Desktops install the same icon")
    func installed() throws {
        let icons = try [
            "Modules/Wallet/Brand/wallet.svg", "Apps/wallet-desktop/data/org.tenon.Wallet.svg",
        ].map { try Data(contentsOf: Self.root.appending(path: $0)) }
        #expect(icons[0] == icons[1])
    }
}

/// Any screen.
private enum Desk: Plugin {
    static let manifest = PluginManifest(
        name: "test.desk", version: "1.0.0", summary: "Shows nothing")

    static func register(in registrar: inout Registrar) {
        registrar.contribute(.scenes) {
            [try SceneDefinition(Route("desk")) { DeskScene(location: $0.location) }]
        }
    }
}

private final class DeskScene: Scene {
    let screen: Screen

    init(location: Location) { screen = Screen(location: location, title: "Desk") }

    func start(changed: @escaping @Sendable () -> Void) {}
    func receive(_ input: SceneInput) -> Bool { false }
    func stop() {}
}
