public import TenonCore
import TenonNetworking

/// The plugin of this module: registers what gets images from the web, and keeps them on the disk.
///
/// Linking the module registers it; name it only where plugins are listed one by one.
public enum ImagesPlugin: Plugin {
    /// What it provides.
    public static let manifest = PluginManifest(
        name: "service.images", version: "1.0.0", summary: "Images from the web, kept on the disk")

    static let localImages = Setting<Bool>(
        "local-images",
        help: "Also get pictures from this machine, where a server for trying things out runs.",
        environmentVariable: "TENON_LOCAL_IMAGES")

    /// Registers the provider of images.
    public static func register(in registrar: inout Registrar) {
        registrar.declare(localImages)
        registrar.contribute(.translations) { [PackageResources.Translations_json] }
        registrar.provide(
            .images, using: .networker, .clock, .application, .configuration
        ) { networker, clock, application, configuration in
            let places = UserPlaces(of: application, in: configuration)
            return WebImages(
                networker: networker, clock: clock,
                cache: places.cache.map { ImageCache(folder: "\($0)/images") },
                isLocal: configuration[localImages])
        }
    }
}

@section("tenon_plugins") @used
let imagesPluginRecord: PluginRecord = (1, 0, { $0.store(ImagesPlugin.self) })
