import Foundation
import Synchronization
public import TenonCore

/// Keeps values in memory, encoded as a real persister does.
public final class MemoryPersister: Persister {
    private let values = Mutex<[StorageKey: Data]>([:])

    /// Makes an empty one.
    public init() {}

    /// Reads from one consistent snapshot.
    public func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoredValues) throws -> Result
    ) async throws -> Result {
        try body(MemoryValues(values.withLock { $0 }))
    }

    /// Changes values when `body` returns, and not at all when it throws.
    public func write<Result: Sendable>(
        _ body: @escaping @Sendable (any MutableStoredValues) throws -> Result
    ) async throws -> Result {
        try values.withLock { values in
            let changed = MemoryValues(values)
            let result = try body(changed)
            values = changed.values
            return result
        }
    }
}

/// The values within one read or one write.
private final class MemoryValues: MutableStoredValues {
    private(set) var values: [StorageKey: Data]

    init(_ values: [StorageKey: Data]) { self.values = values }

    func value<Value: Decodable>(_ type: Value.Type, at key: StorageKey) throws -> Value? {
        guard let json = values[key] else { return nil }
        do {
            return try JSONDecoder().decode(type, from: json)
        } catch {
            throw PersistenceError.unreadable(key, cause: error)
        }
    }

    func keys(of owner: String, startingWith prefix: String) throws -> [StorageKey] {
        values.keys
            .filter {
                $0.owner.utf8.elementsEqual(owner.utf8) && $0.name.utf8.starts(with: prefix.utf8)
            }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    func set<Value: Encodable>(_ value: Value, at key: StorageKey) throws {
        do {
            values[key] = try JSONEncoder().encode(value)
        } catch {
            throw PersistenceError.unwritable(key, cause: error)
        }
    }

    func remove(_ key: StorageKey) throws { values[key] = nil }

    func move(_ key: StorageKey, to target: StorageKey) throws {
        guard let value = values.removeValue(forKey: key) else { return }
        values[target] = value
    }
}
