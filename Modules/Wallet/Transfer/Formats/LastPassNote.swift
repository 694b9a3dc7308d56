import TenonCore
import WalletVault

/// The notes of LastPass: a login whose address is `http://sn`; those that have a type begin with
/// `NoteType:` and have a line for each field.
enum LastPassNote {
    private static let address = "http://sn"
    private static let secrets: Set<String> = [
        "Password", "Security Code", "Number", "Pin", "PIN", "Account Number", "Private Key",
        "Passphrase", "License Key", "SSN", "Social Security Number",
    ]

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
                let line = rest.prefix { $0 != 0x0A }
                let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
                let name = String(decoding: line[..<colon], as: UTF8.self)
                if name == "Notes" {
                    // They are the last part, and may have several lines.
                    let notes = rest.dropFirst(name.utf8.count + 1)
                    draft.notes = SecretText(
                        utf8: OneTimeCode.trimmed(UnsafeRawBufferPointer(rebasing: notes)))
                    return
                }
                let value = OneTimeCode.trimmed(
                    UnsafeRawBufferPointer(rebasing: line.dropFirst(name.utf8.count + 1)))
                add(name, SecretText(utf8: value), &draft)
                rest = rest.dropFirst(line.count + 1)
            }
        }
    }

    private static func add(_ name: String, _ value: SecretText, _ draft: inout ItemDraft) {
        guard !value.isEmpty else { return }
        let isCard = draft.kind == .card
        switch name {
        case "NoteType":
            if value.reveal() == "Credit Card" { draft.kind = .card }
            draft.add(name, value)
        case "Name on Card" where isCard: draft.holder = value.reveal()
        case "Number" where isCard: draft.number = value
        case "Security Code" where isCard: draft.securityCode = value
        case "Expiration Date" where isCard && month(value) != nil: draft.expiry = month(value)
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
