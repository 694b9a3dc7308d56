/// The exports that can be imported.
package enum ImportFormat: String, Sendable, CaseIterable, Codable {
    /// Firefox and Firefox Lockwise.
    case firefox
    /// Chrome, and the browsers that are built on it.
    case chrome

    /// The names of the columns as the browser writes them, in its order.
    var columns: [String] {
        switch self {
        case .firefox:
            [
                "url", "username", "password", "httpRealm", "formActionOrigin", "guid",
                "timeCreated", "timeLastUsed", "timePasswordChanged",
            ]
        case .chrome: ["name", "url", "username", "password", "note"]
        }
    }

    /// The header for messages.
    var header: String { columns.joined(separator: ",") }

    /// What the application is called that writes it; a name, the same in all languages.
    package var name: String {
        switch self {
        case .firefox: "Firefox"
        case .chrome: "Chrome"
        }
    }
}

/// Where the columns of a file are.
struct ColumnLayout {
    let format: ImportFormat
    /// How many fields each row has.
    let count: Int
    /// The columns that no format knows, with their names.
    let others: [(index: Int, name: String)]

    private let indices: [String: Int]

    /// Recognises a format by the names of its columns: in any order, with further ones among them.
    ///
    /// Chrome wrote no `note` before version 102, and other programs leave dates out of Firefox's
    /// format: only what tells the formats apart must be there.
    ///
    /// - Throws: ``TransferError`` when it is none, or a known column occurs twice.
    init(header: [String]) throws {
        let indices = Dictionary(
            header.enumerated().map { ($0.element, $0.offset) },
            uniquingKeysWith: { first, _ in first })
        func has(_ names: [String]) -> Bool { names.allSatisfy { indices[$0] != nil } }
        guard has(["url", "username", "password"]) else { throw TransferError.unknownFormat }
        let own = ImportFormat.firefox.columns.dropFirst(3)
        if own.contains(where: { indices[$0] != nil }) {
            format = .firefox
        } else if has(["name"]) {
            format = .chrome
        } else {
            throw TransferError.unknownFormat
        }
        let known = Set(format.columns)
        let occurring = header.filter(known.contains)
        guard Set(occurring).count == occurring.count else { throw TransferError.unknownFormat }
        self.indices = indices.filter { known.contains($0.key) }
        count = header.count
        others = header.enumerated().filter { !known.contains($0.element) }
            .map { ($0.offset, $0.element) }
    }

    /// Where a column of the format is.
    subscript(_ name: String) -> Int? { indices[name] }
}
