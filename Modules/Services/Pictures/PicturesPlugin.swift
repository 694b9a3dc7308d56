public import TenonCore

/// The plugin of this module: registers gdk-pixbuf as what decodes images.
///
/// Linking the module registers it; name it only where plugins are listed one by one.
public enum PicturesPlugin: Plugin {
    /// What it provides.
    public static let manifest = PluginManifest(
        name: "service.pictures", version: "1.0.0", summary: "Decoded images, by gdk-pixbuf")

    /// Registers the decoder.
    public static func register(in registrar: inout Registrar) {
        registrar.provide(.pictures) { PixbufDecoder() }
    }
}

@section("tenon_plugins") @used
let picturesPluginRecord: PluginRecord = (1, 0, { $0.store(PicturesPlugin.self) })
