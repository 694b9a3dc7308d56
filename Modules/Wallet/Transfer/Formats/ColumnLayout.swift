/// Where the columns of a file are.
struct ColumnLayout {
    let format: ImportFormat
    /// What the columns are; `nil` for the formats that have a reader of their own.
    let dialect: TextDialect?
    /// How many fields each row has.
    let count: Int
    /// The columns that no format knows, with their names.
    let others: [(index: Int, name: String)]

    private let indices: [String: Int]

    /// Recognises a format by the names of its columns: in any order, with further ones among them.
    ///
    /// Chrome wrote no `note` before version 102, and other programs leave dates out of Firefox's
    /// format: only what tells the formats apart must be there. Columns that many programs write are
    /// taken for Chrome's only when there are no others.
    ///
    /// - Parameters:
    ///   - first: The fields of the first row.
    ///   - options: What a person says of the file.
    /// - Throws: ``TransferError`` when it is not a known format, a column is missing, or a known
    ///   one occurs twice.
    init(first: [String], options: ImportOptions = ImportOptions()) throws {
        let header = Set(first)
        if let mapping = options.columns {
            let dialect = try mapping.dialect()
            if dialect.hasHeader, let name = dialect.required.first(where: { !header.contains($0) })
            {
                throw TransferError.noColumn(name)
            }
            try self.init(first, dialect, dialect.format)
            return
        }
        if let format = options.format {
            try self.init(first, as: format)
            return
        }
        if let dialect = TextDialect.all.first(where: { $0.recognizes(header) }) {
            try self.init(first, dialect, dialect.format)
            return
        }
        guard let format = Self.format(header.contains) else { throw TransferError.unknownFormat }
        guard format != .chrome || header.isSubset(of: ImportFormat.chrome.columns) else {
            throw TransferError.ambiguousFormat
        }
        try self.init(first, nil, format)
    }

    /// Takes the format that a person has named.
    private init(_ first: [String], as format: ImportFormat) throws {
        let header = Set(first)
        let dialects = TextDialect.all.filter { $0.format == format }
        if let dialect = dialects.first(where: { $0.required.allSatisfy(header.contains) }) {
            try self.init(first, dialect, format)
            return
        }
        let required: [String] =
            switch format {
            case .firefox: ["url", "username", "password"]
            case .chrome: ["name", "url", "username", "password"]
            case .keePassText: ["Title", "Username", "Password"]
            case .bitwardenText: ["type", "name", "login_username", "login_password"]
            default: []
            }
        guard !required.isEmpty, required.allSatisfy(header.contains) else {
            throw TransferError.notThatFormat(format)
        }
        try self.init(first, nil, format)
    }

    private init(_ first: [String], _ dialect: TextDialect?, _ format: ImportFormat) throws {
        self.format = format
        self.dialect = dialect
        guard dialect?.hasHeader ?? true else {
            let names = dialect?.columns.map(\.name) ?? []
            let isNumbered = format == .columns
            var indices: [String: Int] = [:]
            for (index, name) in names.enumerated() {
                indices[name] = isNumbered ? (Int(name) ?? 1) - 1 : index
            }
            self.indices = indices
            count = isNumbered ? first.count : names.count
            if let last = indices.values.max(), last >= count {
                throw TransferError.noColumn("\(last + 1)")
            }
            let taken = Set(indices.values)
            others =
                isNumbered
                ? first.indices.filter { !taken.contains($0) }.map { ($0, "\($0 + 1)") } : []
            return
        }
        let names = dialect?.columns.map(\.name) ?? format.columns
        let known = Set(names + (Self.further[format] ?? []))
        let occurring = first.filter(known.contains)
        guard Set(occurring).count == occurring.count else { throw TransferError.unknownFormat }
        let all = Dictionary(first.enumerated().map { ($0.element, $0.offset) }) { first, _ in first
        }
        indices = all.filter { known.contains($0.key) }
        count = first.count
        others = first.enumerated().filter { !known.contains($0.element) }
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
    case passwordChanged = "Password Changed"
    case parts = "Parts"

    /// What stands there for a time that is not known.
    static let unknownTime = "-"
}
