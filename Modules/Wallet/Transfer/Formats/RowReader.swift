import TenonCore
import WalletVault

/// Reads an export row by row, the same way in every pass over it.
final class RowReader {
    /// What the next row is.
    enum Element {
        /// A login.
        case login(ImportedRow)
        /// Something that is not imported.
        case problem(RowProblem)
    }

    let format: ImportFormat
    private let layout: ColumnLayout
    private let reader: DelimitedTextReader

    /// Reads the header.
    ///
    /// - Throws: ``TransferError`` when it is the header of no known format.
    init(_ source: any ByteSource) throws {
        let reader = DelimitedTextReader(source)
        self.reader = reader
        guard try reader.next() else { throw TransferError.empty }
        guard reader.defect == nil else { throw TransferError.unknownFormat }
        layout = try ColumnLayout(header: (0..<reader.fieldCount).map { reader.text($0) })
        format = layout.format
        reader.expectedFieldCount = layout.count
    }

    /// Goes to the next row; `nil` at the end.
    ///
    /// - Throws: ``TransferError`` when the source cannot be read.
    func next() throws -> Element? {
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
        guard !withPassword({ $0.isEmpty }) else { return problem(.noPassword) }
        return .login(row)
    }

    /// Lends the password of the present row.
    func withPassword<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try withColumn("password", body)
    }

    /// The password of the present row.
    func password() -> SecretText { withPassword { SecretText(utf8: $0) } }

    /// The note of the present row.
    func note() -> SecretText { withColumn("note") { SecretText(utf8: $0) } }

    /// What the present row holds beyond the fields of a login, so that nothing is lost.
    ///
    /// Values of columns that nobody knows are concealed: they may be secrets.
    func furtherFields() -> [CustomField] {
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
    private static let textLimit = 8 << 10

    private func problem(_ reason: RowProblem.Reason) -> Element {
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
