public import TenonCore

/// The plugin of this module: registers chafa as what shows pictures on a terminal.
///
/// Linking the module registers it; name it only where plugins are listed one by one.
public enum TerminalPicturesPlugin: Plugin {
    /// What it provides.
    public static let manifest = PluginManifest(
        name: "service.terminal-pictures", version: "1.0.0",
        summary: "Pictures as symbols, sixels or for kitty, by chafa")

    /// Registers the renderer.
    public static func register(in registrar: inout Registrar) {
        registrar.provide(.terminalPictures) { ChafaRenderer() }
    }
}

@section("tenon_plugins") @used
let terminalPicturesPluginRecord: PluginRecord = (1, 0, { $0.store(TerminalPicturesPlugin.self) })
