import TenonCore
import WalletVault

/// Finds keys for the fields of an item; an entry of KeePass has each key once, and some have a meaning.
struct KeePassKey {
    private static let reserved: Set = ["Title", "UserName", "Password", "URL", "Notes"]
    /// A label that began with a dot would be hidden; so a dot that a person sees is this one.
    private static let dot: Character = "\u{2024}"

    private let kind: ItemKind
    private var taken: Set<String>
    private var members: [JSONValue.Member] = []
    private var open: [JSONValue] = []

    /// Begins with the keys that an entry of some kind has.
    init(of entry: KeePassEntry, _ kind: ItemKind) {
        self.kind = kind
        taken = Set(entry.fields.map(\.key))
    }

    /// The labels of the fields whose keys do not tell them, as JSON.
    var labels: SecretText? { members.isEmpty ? nil : JSONValue.object(members).written }

    /// The keys of fields that are protected only since XML cannot hold their texts otherwise, as JSON.
    var openKeys: SecretText? { open.isEmpty ? nil : JSONValue.array(open).written }

    /// A free key for a field.
    mutating func key(for field: CustomField) -> String {
        var wanted = Self.key(of: field.label)
        // A key with this beginning is that of an address.
        if wanted.hasPrefix("KP2A_URL_") { wanted = "Field \(wanted)" }
        var key = wanted
        var number = 2
        while isTaken(key, field) {
            key = "\(wanted) (\(number))"
            number += 1
        }
        taken.insert(key)
        if Self.label(of: key) != field.label {
            members.append(JSONValue.Member(key, .string(field.label)))
        }
        if !field.isConcealed, !field.value.withBytes(XMLWriter.isRepresentable) {
            open.append(.string(key))
        }
        return key
    }

    private func isTaken(_ key: String, _ field: CustomField) -> Bool {
        taken.contains(key) || Self.reserved.contains(key) || key == "KP2A_URL"
            || kind.part(labelled: key) != nil
            || key == "otp" && !KeePassOneTimeCode.isAddress(field.value)
    }

    /// The label of a field with some key.
    static func label(of key: String) -> String {
        switch key.first {
        case ".": "\(dot)\(key.dropFirst())"
        case dot: "\(dot)\(key)"
        default: key
        }
    }

    /// The key that has some label, as far as XML can hold it.
    private static func key(of label: String) -> String {
        var key = label
        if label.first == dot {
            key.removeFirst()
            if key.first != dot { key = ".\(key)" }
        }
        return String(
            String.UnicodeScalarView(
                key.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
    }
}
