/// A stored value whose type has changed over time, with all its earlier types.
///
/// ```swift
/// enum ListStorage {
///     static let settings = Versioned(StorageKey("orders", "list"), ListSettings1.self)
///         .next(ListSettings2.self) { ListSettings2(order: $0.isByName ? .name : .date) }
///         .next(ListSettings3.self) { ListSettings3(order: $0.order, showsSites: true) }
/// }
/// let settings = try await ListStorage.settings.load(from: persister) ?? ListSettings3()
/// try await ListStorage.settings.save(settings, to: persister)
/// ```
///
/// What an earlier version of the program wrote is read through all steps since then. Loading writes
/// nothing; the next save stores the latest type. **What cannot be read is never overwritten**: saving
/// throws until ``setAside(in:)`` has moved it away, which is a decision of the person.
public struct Versioned<Value: Codable & Sendable>: Sendable {
    private typealias Reader = @Sendable (any StoredValues) throws -> Value?

    /// The key of the value.
    let key: StorageKey

    /// How a value of each form is read, the first form first.
    private let readers: [Reader]

    /// Begins with the first type that was ever stored.
    public init(_ key: StorageKey, _ first: Value.Type) {
        self.init(key, readers: [Self.reader(at: key)])
    }

    private init(_ key: StorageKey, readers: [Reader]) {
        self.key = key
        self.readers = readers
    }

    /// Adds the type that came after all others.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - migrate: Makes it from the type before; it may throw when it cannot.
    public func next<Next: Codable & Sendable>(
        _ type: Next.Type, migrate: @escaping @Sendable (Value) throws -> Next
    ) -> Versioned<Next> {
        let migrated = readers.map { reader -> Versioned<Next>.Reader in
            { values in try reader(values).map(migrate) }
        }
        return Versioned<Next>(key, readers: migrated + [Versioned<Next>.reader(at: key)])
    }

    /// The stored value, brought up to date; `nil` when there is none.
    ///
    /// - Throws: ``PersistenceError`` when it cannot be read, or an error of the storage; nothing has
    ///   changed then.
    public func load(from persister: any Persister) async throws -> Value? {
        try await persister.read { try load(from: $0) }
    }

    /// The stored value, or one for this session when it is missing or cannot be read.
    ///
    /// - Returns: The value, and what kept the stored one from being read; saving fails as long as
    ///   that is there.
    public func load(
        from persister: any Persister, orUse fallback: Value
    ) async -> (value: Value, problem: (any Error)?) {
        do {
            return (try await load(from: persister) ?? fallback, nil)
        } catch {
            return (fallback, error)
        }
    }

    /// Stores a value in its latest form.
    ///
    /// - Throws: ``PersistenceError`` (`persistence.kept`) when what is stored cannot be read and would
    ///   be lost, or an error of the storage; nothing has changed then.
    public func save(_ value: Value, to persister: any Persister) async throws {
        try await persister.write { values in
            do {
                _ = try load(from: values)
            } catch let error as PersistenceError {
                throw PersistenceError.kept(key, because: error)
            }
            try values.set(Envelope(version: readers.count, value: value), at: key)
        }
    }

    /// Moves a value that cannot be read to another key, so that a new one can be stored.
    ///
    /// - Returns: Where it is now; `nil` when there is no such value.
    /// - Throws: An error of the storage; nothing has changed then.
    @discardableResult
    public func setAside(in persister: any Persister) async throws -> StorageKey? {
        try await persister.write { values in
            do {
                _ = try load(from: values)
                return nil
            } catch is PersistenceError {
                let prefix = "\(key.name).unreadable-"
                let taken = Set(try values.keys(of: key.owner, startingWith: prefix))
                var number = 1
                while taken.contains(StorageKey(key.owner, "\(prefix)\(number)")) { number += 1 }
                let target = StorageKey(key.owner, "\(prefix)\(number)")
                try values.move(key, to: target)
                return target
            }
        }
    }

    private func load(from values: any StoredValues) throws -> Value? {
        guard let version = try values.value(Mark.self, at: key)?.version else { return nil }
        guard version <= readers.count else {
            throw PersistenceError.newer(key, version: version, known: readers.count)
        }
        guard version > 0 else {
            throw PersistenceError.unreadable(key, cause: UnknownForm(version: version))
        }
        do {
            return try readers[version - 1](values)
        } catch let error as PersistenceError {
            throw error
        } catch {
            throw PersistenceError.migration(key, from: version, cause: error)
        }
    }

    private static func reader(at key: StorageKey) -> Reader {
        { try $0.value(Envelope<Value>.self, at: key)?.value }
    }
}

/// A form that no version of the program has ever had.
private struct UnknownForm: Error {
    let version: Int
}

/// The number of the form that a value is stored in.
private struct Mark: Decodable {
    let version: Int
}

/// A value as it is stored: with the number of its form, 1 for the first type.
private struct Envelope<Value: Codable>: Codable {
    let version: Int
    let value: Value
}
