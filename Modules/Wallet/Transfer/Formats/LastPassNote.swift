import TenonCore
import WalletVault

/// The notes of LastPass: a login whose address is `http://sn`; those that have a type begin with
/// `NoteType:` and have a line for each field; a key goes over several lines.
///
/// Their fields are those of `Lastpass.pm` in the mrc-converter-suite; a person may make others.
enum LastPassNote {
    private static let address = "http://sn"
    private static let secrets: Set<String> = [
        "Password", "Security Code", "Number", "Pin", "PIN", "Account Number", "Private Key",
        "Passphrase", "License Key", "SSN", "Social Security Number", "IBAN Number",
    ]

    /// What the column of folders has for entries that are in none.
    static let noFolder = "(none)"

    /// The name of the folder that a row is; `nil` for an entry.
    static func folder(_ draft: ItemDraft) -> String? {
        let secrets = [draft.password, draft.oneTimePassword, draft.notes]
        guard draft.sites == ["http://group"], draft.userName.isEmpty, draft.fields.isEmpty,
            secrets.allSatisfy(\.isEmpty)
        else { return nil }
        return draft.tags.first { $0 != noFolder } ?? draft.title
    }

    /// Makes the login that a note is written as the note that it is.
    static func read(_ draft: inout ItemDraft) {
        guard draft.sites == [address] else { return }
        draft.sites = []
        draft.kind = .note
        let text = draft.notes
        let isTyped = text.withBytes { $0.starts(with: Array("NoteType:".utf8)) }
        guard isTyped else { return }
        draft.notes = SecretText(utf8: [])
        text.withBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let first = rest.prefix { $0 != 0x0A }
                let name = String(
                    decoding: first.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
                let start = rest.dropFirst(name.utf8.count + 1)
                // Notes are the last part, and may have several lines.
                let value = name == "Notes" ? start : value(in: start)
                let secret = SecretText(
                    utf8: OneTimeCode.trimmed(UnsafeRawBufferPointer(rebasing: value)))
                if name == "Notes" {
                    draft.notes = secret
                    return
                }
                add(name, secret, &draft)
                rest = bytes[value.endIndex...].dropFirst()
            }
        }
    }

    /// The value at the beginning of some lines: all of a key in PEM, and otherwise the line and those
    /// after it in which there is no name.
    private static func value(
        in bytes: Slice<UnsafeRawBufferPointer>
    ) -> Slice<UnsafeRawBufferPointer> {
        var end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
        var isInKey = bytes[..<end].starts(with: Array("-----BEGIN ".utf8))
        while end < bytes.endIndex {
            let line = bytes[(end + 1)...].prefix { $0 != 0x0A }
            guard isInKey || !line.contains(UInt8(ascii: ":")) else { break }
            if line.starts(with: Array("-----END ".utf8)) { isInKey = false }
            end = line.endIndex
        }
        return bytes[..<end]
    }

    private static func add(_ name: String, _ value: SecretText, _ draft: inout ItemDraft) {
        guard !value.isEmpty else { return }
        let isCard = draft.kind == .card
        switch name {
        case "NoteType":
            if value.reveal() == "Credit Card" { draft.kind = .card }
            draft.add(name, value)
        case "Name on Card" where isCard: draft.card.holder = value.reveal()
        case "Number" where isCard: draft.card.number = value
        case "Security Code" where isCard: draft.card.securityCode = value
        case "Expiration Date" where isCard && month(value) != nil: draft.card.expiry = month(value)
        default: draft.add(name, value, isConcealed: secrets.contains(name))
        }
    }

    /// `January,2031`.
    private static func month(_ value: SecretText) -> YearMonth? {
        let names = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September",
            "October", "November", "December",
        ]
        let parts = value.reveal().split(separator: ",").map { $0.trimmingSpaces }
        guard parts.count == 2, let month = names.firstIndex(of: parts[0]), let year = Int(parts[1])
        else { return nil }
        return YearMonth(year: year, month: month + 1)
    }
}
