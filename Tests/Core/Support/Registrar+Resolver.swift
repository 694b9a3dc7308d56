@testable import TenonCore  // Other modules see a booted application only.

extension Registrar {
    /// Registers a factory that asks for other ports when it likes, and at once if it likes, to see
    /// how the container copes with factories that wait for each other.
    mutating func provideResolving<Value>(
        _ port: Port<Value>, make: @escaping @Sendable (Resolver) async throws -> Value
    ) {
        add(
            Registration(
                port: port, plugin: plugin, lifetime: .application,
                make: { Box(try await make($0)) }))
    }
}

extension RegisteredPlugin {
    /// An executable that registers nothing itself.
    static let application = RegisteredPlugin(
        PluginManifest(name: "application", version: "1.0.0", summary: "Test"),
        Registrar(plugin: "application"))
}
