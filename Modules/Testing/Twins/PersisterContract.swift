public import TenonCore

/// The contract of every `Persister`; each check runs on an empty one.
///
/// ```swift
/// @Test("keeps its contract", arguments: PersisterContract.checks)
/// func contract(_ check: PersisterContract) async throws { try await check.run(MyPersister()) }
/// ```
public struct PersisterContract: Sendable, CustomStringConvertible {
    private typealias Body = @Sendable (any Persister) async throws -> Void

    /// What is checked, as a sentence.
    public let description: String
    private let body: Body

    private init(_ description: String, _ body: @escaping Body) {
        self.description = description
        self.body = body
    }

    /// Runs the check on an empty persister.
    ///
    /// - Throws: ``TestingError`` when it does not hold.
    public func run(_ persister: any Persister) async throws { try await body(persister) }

    /// All checks.
    public static let checks: [PersisterContract] = [
        PersisterContract("a value comes back as it was, whatever its type") { persister in
            let record = Record(
                name: "é ü 漢字 👩‍👩‍👧 \" \\ \u{0} \n", numbers: [.min, 0, .max], note: nil)
            try await persister.set(record, at: key)
            try await expect(record) { try await persister.value(at: key) }
            try await persister.set(0.1, at: key)
            try await expect(0.1) { try await persister.value(Double.self, at: key) }
            try await persister.set("text", at: key)
            try await expect("text") { try await persister.value(String.self, at: key) }
        },
        PersisterContract("nothing is at a key that was never set, or was removed") { persister in
            try await expect(nil) { try await persister.value(Int.self, at: key) }
            try await persister.set(1, at: key)
            try await persister.remove(key)
            try await persister.remove(key)
            try await expect(nil) { try await persister.value(Int.self, at: key) }
        },
        PersisterContract("owners and names keep values apart, byte by byte") { persister in
            let keys = [
                StorageKey("a", "b"), StorageKey("a", "B"), StorageKey("b", "a"),
                StorageKey("a/b", ""), StorageKey("a", "/b"), StorageKey("", "a/b"),
                StorageKey("a", "\u{E9}"), StorageKey("a", "e\u{301}"),
                StorageKey("a", "'; DROP TABLE value --"), StorageKey("a", "%"),
            ]
            for (number, key) in keys.enumerated() { try await persister.set(number, at: key) }
            for (number, key) in keys.enumerated() {
                try await expect(number) { try await persister.value(at: key) }
            }
        },
        PersisterContract("the keys of an owner are found by their beginning, in order") {
            persister in
            for name in ["b", "a.2", "a.10", "A", "a", "a%", "á"] {
                try await persister.set(true, at: StorageKey("owner", name))
            }
            try await persister.set(true, at: StorageKey("owner2", "a.3"))
            try await expect(["a", "a%", "a.10", "a.2"]) {
                try await persister.keys(of: "owner", startingWith: "a").map(\.name)
            }
            try await expect(["A", "a", "a%", "a.10", "a.2", "b", "á"]) {
                try await persister.keys(of: "owner").map(\.name)
            }
            try await expect([]) { try await persister.keys(of: "own") }
        },
        PersisterContract("a value of another type is an error, and stays") { persister in
            try await persister.set("text", at: key)
            try await expect(.persistenceUnreadable) {
                _ = try await persister.value(Int.self, at: key)
            }
            try await expect("text") { try await persister.value(at: key) }
        },
        PersisterContract("what cannot be encoded is an error, and changes nothing") { persister in
            try await persister.set(1.5, at: key)
            try await expect(.persistenceUnwritable) {
                try await persister.set(Double.nan, at: key)
            }
            try await expect(1.5) { try await persister.value(at: key) }
        },
        PersisterContract("a write happens as a whole or not at all") { persister in
            try await persister.set(1, at: key)
            do {
                try await persister.write { values in
                    try values.set(2, at: key)
                    try values.remove(other)
                    throw Undone()
                }
            } catch is Undone {}
            try await expect(1) { try await persister.value(at: key) }
        },
        PersisterContract("a write sees what it has changed itself") { persister in
            let seen = try await persister.write { values in
                try values.set(1, at: key)
                try values.set(2, at: other)
                try values.remove(other)
                return [
                    try values.value(Int.self, at: key), try values.value(Int.self, at: other),
                    try values.keys(of: key.owner, startingWith: "").count,
                ]
            }
            try await expect([1, nil, 1]) { seen }
        },
        PersisterContract("a moved value keeps its bytes, and replaces what is there") {
            persister in
            try await persister.set("kept", at: key)
            try await persister.set(1, at: other)
            try await persister.write { try $0.move(key, to: other) }
            try await expect("kept") { try await persister.value(at: other) }
            try await expect(nil) { try await persister.value(String.self, at: key) }
            try await persister.write { try $0.move(key, to: other) }
            try await expect("kept") { try await persister.value(at: other) }
        },
        PersisterContract("writes of many tasks come one after the other") { persister in
            try await withThrowingTaskGroup { group in
                for _ in 0..<100 {
                    group.addTask {
                        try await persister.write { values in
                            let count = try values.value(Int.self, at: key) ?? 0
                            try values.set(count + 1, at: key)
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await expect(100) { try await persister.value(at: key) }
        },
        PersisterContract("a read sees one moment, also while others write") { persister in
            try await persister.write { values in
                for key in [key, other] { try values.set(0, at: key) }
            }
            let writing = Task {
                for number in 1...100 {
                    try await persister.write { values in
                        for key in [key, other] { try values.set(number, at: key) }
                    }
                }
            }
            for _ in 0..<100 {
                let pair = try await persister.read { values in
                    [
                        try values.value(Int.self, at: key), try values.value(Int.self, at: other),
                    ]
                }
                try await expect(pair[0]) { pair[1] }
            }
            try await writing.value
        },
    ]

    private static let key = StorageKey("contract", "value")
    private static let other = StorageKey("contract", "other")

    private struct Undone: Error {}

    private struct Record: Codable, Equatable {
        let name: String
        let numbers: [Int]
        let note: String?
    }

    private static func expect<Value: Equatable>(
        _ expected: Value, _ body: () async throws -> Value
    ) async throws {
        let seen = try await body()
        guard seen == expected else { throw TestingError.unmet("\(expected)", seen: "\(seen)") }
    }

    private static func expect(
        _ code: ErrorCode, _ body: () async throws -> Void
    ) async throws {
        do {
            try await body()
        } catch let error as any ExplainedError where error.code == code {
            return
        } catch {
            throw TestingError.unmet("the error \(code.name)", seen: "\(error)")
        }
        throw TestingError.unmet("the error \(code.name)", seen: "No error.")
    }
}
