package import TenonCore
import TenonUI

/// How Wallet looks, in all of its front ends.
package enum BrandPlugin: Plugin {
    package static let manifest = PluginManifest(
        name: "wallet.brand", version: "1.0.0", summary: "Gives Wallet its icon and colours")

    package static func register(in registrar: inout Registrar) {
        registrar.provide(.brand) {
            try Brand(
                icon: BrandIcon(svg: PackageResources.wallet_svg),
                light: .light.with([.accent: RGBColor(0x0B5A73)]),
                dark: .dark.with([.accent: RGBColor(0x7FCBE3), .onAccent: RGBColor(0x04222D)]))
        }
    }
}

@section("tenon_plugins") @used
let brandPluginRecord: PluginRecord = (1, 0, { $0.store(BrandPlugin.self) })
