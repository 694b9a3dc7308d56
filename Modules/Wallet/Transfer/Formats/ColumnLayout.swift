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
        guard let format = Self.format({ indices[$0] != nil }) else {
            throw TransferError.unknownFormat
        }
        let known = Set(format.columns + (Self.further[format] ?? []))
        let occurring = header.filter(known.contains)
        guard Set(occurring).count == occurring.count else { throw TransferError.unknownFormat }
        self.format = format
        self.indices = indices.filter { known.contains($0.key) }
        count = header.count
        others = header.enumerated().filter { !known.contains($0.element) }
            .map { ($0.offset, $0.element) }
    }

    /// The columns that some versions of a program have.
    private static let further: [ImportFormat: [String]] = [
        .keePassText: WalletColumn.allCases.map(\.rawValue),
        .bitwardenText: ["collections", "archivedDate"],
    ]

    private static func format(_ has: (String) -> Bool) -> ImportFormat? {
        func hasAll(_ names: String...) -> Bool { names.allSatisfy(has) }
        if hasAll("url", "username", "password") {
            if ImportFormat.firefox.columns.dropFirst(3).contains(where: has) { return .firefox }
            return has("name") ? .chrome : nil
        }
        if hasAll("Group", "Title", "Username", "Password", "URL", "Notes") { return .keePassText }
        if hasAll("type", "name", "login_uri", "login_username", "login_password") {
            return .bitwardenText
        }
        return nil
    }

    /// Where a column of the format is.
    subscript(_ name: String) -> Int? { indices[name] }
}

/// The columns that Wallet adds to those of KeePassXC, which other programs pass over.
enum WalletColumn: String, CaseIterable {
    case kind = "Kind"
    case sites = "Sites"
    case tags = "Tags"
    case favorite = "Favorite"
    case card = "Card"
    case fields = "Fields"
}
