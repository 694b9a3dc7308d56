/// Keeps the values of features by key from one run to the next.
///
/// Use it for what a person would miss, such as an order or a filter. **Never for secrets**: the
/// values are plain text on the disk, and in its backups. Everything in one ``read(_:)`` or
/// ``write(_:)`` happens at once, also beside other processes. ``Versioned`` keeps values whose
/// form changes later.
public protocol Persister: Sendable {
    /// Reads from one consistent snapshot.
    ///
    /// - Parameter body: Runs on a thread that may wait for the disk; uses what it gets only inside.
    /// - Throws: An ``ExplainedError`` when the storage cannot be read, or what `body` throws.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any StoredValues) throws -> Result
    ) async throws -> Result

    /// Changes values: durably when `body` returns, not at all when it throws.
    ///
    /// - Parameter body: Runs on a thread that may wait for the disk; uses what it gets only inside.
    /// - Throws: An ``ExplainedError`` when the storage cannot be written, or what `body` throws.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any MutableStoredValues) throws -> Result
    ) async throws -> Result
}

/// The values of a ``Persister`` within one read.
public protocol StoredValues {
    /// The value at a key; `nil` when there is none.
    ///
    /// - Throws: ``PersistenceError`` (`persistence.unreadable`) when the stored value is of
    ///   another type.
    func value<Value: Decodable>(_ type: Value.Type, at key: StorageKey) throws -> Value?

    /// The keys of an owner whose names begin with a prefix, by name, in the order of their bytes.
    func keys(of owner: String, startingWith prefix: String) throws -> [StorageKey]
}

/// The values of a ``Persister`` within one write.
public protocol MutableStoredValues: StoredValues {
    /// Sets the value at a key, in place of the one that was there.
    ///
    /// - Throws: ``PersistenceError`` (`persistence.unwritable`) when the value cannot be encoded.
    func set<Value: Encodable>(_ value: Value, at key: StorageKey) throws

    /// Removes the value at a key, if there is one.
    func remove(_ key: StorageKey) throws

    /// Moves what is at a key to another, without looking into it; nothing is at the old key then.
    func move(_ key: StorageKey, to target: StorageKey) throws
}

extension Persister {
    /// The value at a key; `nil` when there is none.
    ///
    /// - Throws: An ``ExplainedError``, also when the stored value is of another type.
    public func value<Value: Codable & Sendable>(
        _ type: Value.Type = Value.self, at key: StorageKey
    ) async throws -> Value? {
        try await read { try $0.value(type, at: key) }
    }

    /// Sets the value at a key, in place of the one that was there.
    ///
    /// - Throws: An ``ExplainedError``.
    public func set(_ value: some Codable & Sendable, at key: StorageKey) async throws {
        try await write { try $0.set(value, at: key) }
    }

    /// Removes the value at a key, if there is one.
    ///
    /// - Throws: An ``ExplainedError``.
    public func remove(_ key: StorageKey) async throws {
        try await write { try $0.remove(key) }
    }

    /// The keys of an owner whose names begin with a prefix, by name, in the order of their bytes.
    ///
    /// - Throws: An ``ExplainedError``.
    public func keys(
        of owner: String, startingWith prefix: String = ""
    ) async throws -> [StorageKey] {
        try await read { try $0.keys(of: owner, startingWith: prefix) }
    }
}

extension AnyPort {
    /// What keeps the values of features from one run to the next; never secrets.
    public static let persister = Port<any Persister>("persister", providers: ["TenonSQLite"])
}
