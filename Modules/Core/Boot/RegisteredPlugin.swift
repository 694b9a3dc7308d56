/// A plugin with what it registered.
struct RegisteredPlugin: Sendable {
    let manifest: PluginManifest
    let registrations: [Registration]
    /// The ports that it fills.
    let provides: [AnyPort]
    /// The collections that it contributes to.
    let contributes: [AnyPort]
    /// The ports of others that its factories, or what they make, ask for.
    let requires: [AnyPort]

    var name: String { manifest.name }

    init(_ plugin: any Plugin.Type) {
        self.init(plugin.manifest, Registrar(plugin))
    }

    init(_ manifest: PluginManifest, _ registrar: Registrar) {
        self.init(manifest, registrar.registrations, required: registrar.required)
    }

    private init(
        _ manifest: PluginManifest, _ registrations: [Registration], required: [AnyPort]
    ) {
        self.manifest = manifest
        self.registrations = registrations
        self.required = required
        let ports = registrations.map(\.port)
        provides = Self.unique(ports.filter { $0.kind != .collection })
        contributes = Self.unique(ports.filter { $0.kind == .collection })
        let own = Set(provides)
        requires = Self.unique(required + registrations.flatMap(\.needs)).filter {
            !own.contains($0)
        }
    }

    /// What it requires beside what its factories use.
    private let required: [AnyPort]

    /// This plugin without the factories of ports that others override.
    func yielding(_ overridden: Set<AnyPort>) -> RegisteredPlugin {
        let kept = registrations.filter { $0.isOverriding || !overridden.contains($0.port) }
        guard kept.count < registrations.count else { return self }
        return RegisteredPlugin(manifest, kept, required: required)
    }

    /// Each port once, in its order.
    private static func unique(_ ports: [AnyPort]) -> [AnyPort] {
        var known: Set<AnyPort> = []
        return ports.filter { known.insert($0).inserted }
    }
}

extension Plugin {
    /// The ports that it fills.
    package static var providedPorts: [AnyPort] { RegisteredPlugin(Self.self).provides }
}
