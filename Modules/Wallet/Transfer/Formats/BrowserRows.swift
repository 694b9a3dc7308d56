import TenonCore
import WalletVault

/// Reads the export of a browser row by row, the same way in every pass over it.
final class BrowserRows: ItemRows {
    let format: ImportFormat
    private let cells: RowCells
    private var present: ImportedRow?
    /// Whether the address of the present row is still to be said.
    private var hasUselessAddress = false

    init(_ cells: RowCells, of format: ImportFormat) {
        self.cells = cells
        self.format = format
    }

    /// Goes to the next row; `nil` at the end.
    ///
    /// - Throws: ``TransferError`` when the source cannot be read.
    func next() throws -> RowElement? {
        if hasUselessAddress {
            hasUselessAddress = false
            return cells.problem(.address, title: present?.title ?? "")
        }
        present = nil
        switch try cells.next() {
        case .end: return nil
        case .problem(let problem): return problem
        case .row: break
        }
        let row = ImportedRow(
            line: cells.line, url: cells.text("url"), name: cells.text("name"),
            userName: cells.text("username"),
            realm: cells.text("httpRealm"),
            created: time("timeCreated"), used: time("timeLastUsed"),
            passwordChanged: time("timePasswordChanged"))
        if row.url.hasPrefix("chrome://FirefoxAccounts") {
            return cells.problem(.browserAccount, title: row.title)
        }
        let texts = [row.url, row.name, row.userName]
        guard !texts.allSatisfy(\.isEmpty) else { return cells.problem(.noName) }
        guard texts.allSatisfy({ $0.utf8.count <= Self.textLimit }) else {
            return cells.problem(.fieldTooLong, title: String(row.title.prefix(80)))
        }
        guard !withContent({ $0.isEmpty }) else {
            return cells.problem(.noPassword, title: row.title)
        }
        present = row
        hasUselessAddress = !row.url.isEmpty && SiteAddress.fitsNothing(row.url)
        return .item(row)
    }

    /// Lends the password of the present row.
    func withContent<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try cells.withBytes("password", body)
    }

    func item() -> Item {
        let unknown = Timestamp(milliseconds: 0)
        let changed = present?.passwordChanged ?? unknown
        return .login(
            Login(
                title: present?.title ?? "", sites: [present?.url ?? ""].filter { !$0.isEmpty },
                userName: present?.userName ?? "",
                password: withContent { SecretText(utf8: $0) },
                notes: cells.secret("note"),
                customFields: furtherFields(), created: present?.created ?? unknown,
                changed: changed, passwordChanged: changed, used: present?.used))
    }

    /// What the present row holds beyond the fields of a login, so that nothing is lost.
    ///
    /// Values of columns that nobody knows are concealed: they may be secrets.
    private func furtherFields() -> [CustomField] {
        let known = Self.kept.compactMap { name in
            cells.presentSecret(name).map {
                CustomField(label: ".\(format.rawValue).\(name)", value: $0, isConcealed: false)
            }
        }
        let noTimes = Self.times.filter { time($0) == nil && cells.text($0) != "0" }.map { name in
            CustomField(
                label: ".\(format.rawValue).\(name)", value: cells.secret(name), isConcealed: false)
        }
        return known + noTimes.filter { !$0.value.isEmpty } + cells.others
    }

    /// The columns of Firefox that a login has no place for.
    private static let kept = ["httpRealm", "formActionOrigin", "guid"]

    /// The columns of Firefox with a time each.
    private static let times = ["timeCreated", "timeLastUsed", "timePasswordChanged"]

    /// How long address, name and user name may be, in bytes: a vault keeps them in its overview.
    static let textLimit = 8 << 10

    /// A time in milliseconds; what is not a number, or lies before 1970, is taken as unknown.
    private func time(_ name: String) -> Timestamp? {
        cells.withBytes(name) { bytes -> Timestamp? in
            guard !bytes.isEmpty, bytes.count <= 15 else { return nil }
            var value: Int64 = 0
            for byte in bytes {
                guard 0x30...0x39 ~= byte else { return nil }
                value = value * 10 + Int64(byte - 0x30)
            }
            return value > 0 ? Timestamp(milliseconds: value) : nil
        }
    }
}
