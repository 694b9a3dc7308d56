/// A module's registration: data about it first, then code.
public protocol Plugin: SendableMetatype {
    /// What the module is, provides, contributes to and requires.
    static var manifest: PluginManifest { get }

    /// Registers the factories of what the manifest says, and of nothing else.
    static func register(in registrar: inout Registrar)
}

/// What a plugin says about itself; reports, graphs and error messages are made from it.
public struct PluginManifest: Sendable {
    /// A unique name, `group.name` in lower case, for example `presentation.web`.
    public let name: String
    /// The version of the plugin.
    public let version: String
    /// One sentence that says what it does.
    public let summary: String
    /// The ports that it fills.
    public let provides: [AnyPort]
    /// The collection ports that it contributes to.
    public let contributes: [AnyPort]
    /// The ports that its factories, or what they make, ask for.
    public let requires: [AnyPort]

    /// Makes a manifest.
    public init(
        name: String, version: String, summary: String, provides: [AnyPort] = [],
        contributes: [AnyPort] = [], requires: [AnyPort] = []
    ) {
        self.name = name
        self.version = version
        self.summary = summary
        self.provides = provides
        self.contributes = contributes
        self.requires = requires
    }
}
