import TenonCore

/// One bit of one byte of one row of a vault file, turned over.
struct ByteFlip: CustomStringConvertible {
    let table: String
    let column: String
    /// The row's number, for tables that have one.
    let row: Int
    /// The row's item in hexadecimal, for items.
    let item: String?
    private let condition: String
    private let changed: String
    private let original: String
    /// Finds the row again when the flip hits what it is found by.
    private let changedCondition: String

    var description: String { "\(table).\(column) of \(condition) to \(changed)" }

    func apply(_ connection: any DatabaseConnection) throws {
        try connection.execute(
            "UPDATE \(table) SET \(column) = \(changed) WHERE \(condition)")
    }

    func undo(_ connection: any DatabaseConnection) throws {
        try connection.execute(
            "UPDATE \(table) SET \(column) = \(original) WHERE \(changedCondition)")
    }

    /// All flips of a file: each byte of each blob, of each number and of each text.
    ///
    /// In the largest blobs, where a byte is like the other, each seventh.
    static func all(_ connection: any DatabaseConnection) throws -> [ByteFlip] {
        var flips: [ByteFlip] = []
        for (table, key) in [
            ("header", "id"), ("slot", "hex(id)"), ("state", "id"), ("root", "id"),
            ("item_bucket", "number"), ("site_bucket", "number"), ("overview", "n"),
            ("details", "n"),
        ] {
            let columns = try rows("SELECT name FROM pragma_table_info('\(table)')", connection)
            for name in try rows("SELECT \(key) FROM \(table)", connection) {
                let condition = key == "hex(id)" ? "hex(id) = '\(name)'" : "\(key) = \(name)"
                let item =
                    try table == "overview" || table == "details"
                    ? rows("SELECT hex(item) FROM overview WHERE n = \(name)", connection).first
                    : nil
                for column in columns where column != "id" || table == "slot" {
                    let original = try rows(
                        "SELECT quote(\(column)) FROM \(table) WHERE \(condition)", connection)[0]
                    for changed in variants(of: original) {
                        let moved: String? =
                            column == key
                            ? "\(key) = \(changed)"
                            : column == "id"
                                ? "hex(id) = '\(changed.dropFirst(2).dropLast())'" : nil
                        flips.append(
                            ByteFlip(
                                table: table, column: column, row: Int(name) ?? 0, item: item,
                                condition: condition, changed: changed, original: original,
                                changedCondition: moved ?? condition))
                    }
                }
            }
        }
        return flips
    }

    private static func variants(of literal: String) -> [String] {
        if let number = Int64(literal) {
            return (0..<8).map { String(number ^ 1 << ($0 * 8)) }
        }
        var characters = Array(literal.utf8)
        if literal.hasPrefix("X'") {
            let count = (characters.count - 3) / 2
            let step = count > 400 ? 7 : 1
            return stride(from: 0, to: count, by: step).map { byte in
                let position = 2 + byte * 2 + byte % 2
                let old = characters[position]
                defer { characters[position] = old }
                let digit = Int(String(UnicodeScalar(old)), radix: 16) ?? 0
                characters[position] =
                    Array(String(digit ^ (1 << (byte % 4)), radix: 16, uppercase: true).utf8)[0]
                return String(decoding: characters, as: UTF8.self)
            }
        }
        return (1..<(characters.count - 1)).map { position in
            let old = characters[position]
            defer { characters[position] = old }
            characters[position] = old ^ 1
            return String(decoding: characters, as: UTF8.self)
        }
    }
}
