public import TenonCore

/// Something that a server needs while it serves, such as an opened database.
///
/// It starts before the first request and stops after the last one; while a command of the same
/// executable runs in place of the server, it does neither.
///
/// ```swift
/// registrar.contribute(.servedParts, using: .stock) { stock in
///     [ServedPart { try await stock.open() } stop: { await stock.close() }]
/// }
/// ```
public struct ServedPart: Sendable {
    /// Starts it; the server does not serve when this throws.
    public let start: @Sendable () async throws -> Void
    /// Stops it.
    public let stop: @Sendable () async -> Void

    /// Declares a part; contribute it to the port `servedParts`.
    ///
    /// - Parameters:
    ///   - start: Starts it; the server does not serve when this throws.
    ///   - stop: Stops it.
    public init(
        start: @escaping @Sendable () async throws -> Void,
        stop: @escaping @Sendable () async -> Void
    ) {
        self.start = start
        self.stop = stop
    }
}

extension AnyPort {
    /// What runs while a server serves; started in this order, and stopped in the reverse one.
    public static let servedParts = CollectionPort<ServedPart>("servedParts")
}
