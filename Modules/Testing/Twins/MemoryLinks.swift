import Synchronization
public import TenonCore

/// Opens no address, and remembers all.
public final class MemoryLinks: LinkOpening {
    private let state = Mutex<[String]>([])

    /// Makes one that has opened nothing.
    public init() {}

    /// The addresses, in order.
    public var addresses: [String] { state.withLock(\.self) }

    /// Remembers the address.
    public func open(_ address: String) async throws { state.withLock { $0.append(address) } }
}
