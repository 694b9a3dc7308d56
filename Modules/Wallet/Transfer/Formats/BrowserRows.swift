import TenonCore
import WalletVault

/// Reads the export of a browser row by row, the same way in every pass over it.
final class BrowserRows: ItemRows {
    let format: ImportFormat
    private let layout: ColumnLayout
    private let reader: DelimitedTextReader

    private var present: ImportedRow?

    /// Takes a reader that has read its header.
    init(_ reader: DelimitedTextReader, _ layout: ColumnLayout) {
        self.reader = reader
        self.layout = layout
        format = layout.format
    }

    /// Goes to the next row; `nil` at the end.
    ///
    /// - Throws: ``TransferError`` when the source cannot be read.
    func next() throws -> RowElement? {
        present = nil
        guard try reader.next() else { return nil }
        if let defect = reader.defect {
            return problem(RowProblem.Reason(defect, expected: layout.count))
        }
        let row = ImportedRow(
            line: reader.line, url: text("url"), name: text("name"), userName: text("username"),
            realm: text("httpRealm"),
            created: time("timeCreated"), used: time("timeLastUsed"),
            passwordChanged: time("timePasswordChanged"))
        if row.url.hasPrefix("chrome://FirefoxAccounts") { return problem(.browserAccount) }
        let texts = [row.url, row.name, row.userName]
        guard !texts.allSatisfy(\.isEmpty) else { return problem(.noName) }
        guard texts.allSatisfy({ $0.utf8.count <= Self.textLimit }) else {
            return problem(.fieldTooLong)
        }
        guard !withContent({ $0.isEmpty }) else { return problem(.noPassword) }
        present = row
        return .item(row)
    }

    /// Lends the password of the present row.
    func withContent<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try withColumn("password", body)
    }

    func item() -> Item {
        let unknown = Timestamp(milliseconds: 0)
        let changed = present?.passwordChanged ?? unknown
        return .login(
            Login(
                title: present?.title ?? "", sites: [present?.url ?? ""].filter { !$0.isEmpty },
                userName: present?.userName ?? "",
                password: withContent { SecretText(utf8: $0) },
                notes: withColumn("note") { SecretText(utf8: $0) },
                customFields: furtherFields(), created: present?.created ?? unknown,
                changed: changed, passwordChanged: changed, used: present?.used))
    }

    /// What the present row holds beyond the fields of a login, so that nothing is lost.
    ///
    /// Values of columns that nobody knows are concealed: they may be secrets.
    private func furtherFields() -> [CustomField] {
        let known = Self.kept.compactMap { name -> CustomField? in
            guard let index = layout[name], !reader.isNull(index) else { return nil }
            return CustomField(
                label: ".\(format.rawValue).\(name)", value: secret(index), isConcealed: false)
        }
        let unknown = layout.others.compactMap { index, name -> CustomField? in
            let value = secret(index)
            guard !value.isEmpty else { return nil }
            return CustomField(label: name, value: value, isConcealed: true)
        }
        return known + unknown
    }

    /// The columns of Firefox that a login has no place for.
    private static let kept = ["httpRealm", "formActionOrigin", "guid"]

    /// How long address, name and user name may be, in bytes: a vault keeps them in its overview.
    static let textLimit = 8 << 10

    private func problem(_ reason: RowProblem.Reason) -> RowElement {
        .problem(RowProblem(line: reader.line, reason: reason))
    }

    private func secret(_ index: Int) -> SecretText {
        reader.withField(index) { SecretText(utf8: $0) }
    }

    private func withColumn<Result>(
        _ name: String, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        guard let index = layout[name] else {
            return try body(UnsafeRawBufferPointer(start: nil, count: 0))
        }
        return try reader.withField(index, body)
    }

    private func text(_ name: String) -> String {
        withColumn(name) { String(decoding: $0, as: UTF8.self) }
    }

    /// A time in milliseconds; what is no number, or lies before 1970, is taken as unknown.
    private func time(_ name: String) -> Timestamp? {
        withColumn(name) { bytes -> Timestamp? in
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
