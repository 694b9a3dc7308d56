public import TenonCore

/// The plugin of this module: registers libqrencode as what makes QR codes.
///
/// Linking the module registers it; name it only where plugins are listed one by one.
public enum QRCodePlugin: Plugin {
    /// What it provides.
    public static let manifest = PluginManifest(
        name: "service.qr-code", version: "1.0.0", summary: "QR codes, by libqrencode")

    /// Registers the encoder.
    public static func register(in registrar: inout Registrar) {
        registrar.provide(.qrCodes) { QREncoder() }
    }
}

@section("tenon_plugins") @used
let qrCodePluginRecord: PluginRecord = (1, 0, { $0.store(QRCodePlugin.self) })
