import FoundationEssentials
import TenonCore

/// Stored values within one read or one write: JSON with sorted keys, as text.
struct SQLiteValues: MutableStoredValues {
    let connection: any DatabaseConnection

    func value<Value: Decodable>(_ type: Value.Type, at key: StorageKey) throws -> Value? {
        var json: Data?
        try connection.query(
            "SELECT json FROM value WHERE owner = ? AND name = ?", key.columns
        ) { json = Data($0.blob(0)) }
        guard let json else { return nil }
        do {
            return try JSONDecoder().decode(type, from: json)
        } catch {
            throw PersistenceError.unreadable(key, cause: error)
        }
    }

    func keys(of owner: String, startingWith prefix: String) throws -> [StorageKey] {
        var keys: [StorageKey] = []
        try connection.query(
            """
            SELECT name FROM value WHERE owner = ?
                AND substr(CAST(name AS BLOB), 1, ?) = CAST(? AS BLOB) ORDER BY name
            """, [.text(owner), .integer(Int64(prefix.utf8.count)), .text(prefix)]
        ) { keys.append(StorageKey(owner, $0.text(0))) }
        return keys
    }

    func set<Value: Encodable>(_ value: Value, at key: StorageKey) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json: Data
        do {
            json = try encoder.encode(value)
        } catch {
            throw PersistenceError.unwritable(key, cause: error)
        }
        try connection.execute(
            "INSERT OR REPLACE INTO value (owner, name, json) VALUES (?, ?, ?)",
            key.columns + [.text(String(decoding: json, as: UTF8.self))])
    }

    func remove(_ key: StorageKey) throws {
        try connection.execute("DELETE FROM value WHERE owner = ? AND name = ?", key.columns)
    }

    func move(_ key: StorageKey, to target: StorageKey) throws {
        try connection.execute(
            "UPDATE OR REPLACE value SET owner = ?, name = ? WHERE owner = ? AND name = ?",
            target.columns + key.columns)
    }
}

extension StorageKey {
    fileprivate var columns: [DatabaseValue] { [.text(owner), .text(name)] }
}
