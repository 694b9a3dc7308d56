/// A contribution to a collection, and the plugin that it comes from.
public struct Contributed<Value: Sendable>: Sendable {
    /// The name of the plugin.
    public let plugin: String
    /// What it contributes.
    public let value: Value
}

extension Resolver {
    /// All contributions to a collection with the plugins that they come from, for messages.
    ///
    /// - Throws: A ``ContainerError`` for cycles and failed factories.
    func contributions<Value>(
        to port: CollectionPort<Value>
    ) async throws -> [Contributed<Value>] {
        try await builder.contributions(to: port, path: path).flatMap { contribution in
            unsafeDowncast(contribution.box, to: Box<[Value]>.self).value.map {
                Contributed(plugin: contribution.plugin, value: $0)
            }
        }
    }
}
