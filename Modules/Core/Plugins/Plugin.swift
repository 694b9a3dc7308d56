/// A module's registration: data about it first, then code.
///
/// What a plugin provides, contributes to and requires is said once, in ``register(in:)``; reports,
/// graphs and error messages are made from it.
public protocol Plugin: SendableMetatype {
    /// What the module is.
    static var manifest: PluginManifest { get }

    /// Registers the factories of what the module provides and contributes, with the ports that
    /// they use.
    static func register(in registrar: inout Registrar)
}

/// What a plugin says about itself.
public struct PluginManifest: Sendable {
    /// A unique name, `group.name` in lower case, for example `presentation.web`.
    public let name: String
    /// The version of the plugin.
    public let version: String
    /// One sentence that says what it does.
    public let summary: String

    /// Makes a manifest.
    public init(name: String, version: String, summary: String) {
        self.name = name
        self.version = version
        self.summary = summary
    }
}
