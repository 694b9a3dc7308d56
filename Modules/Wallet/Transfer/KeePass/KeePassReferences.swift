import TenonCore
import TenonMemory

/// Replaces references between entries, `{REF:P@I:46C9B1FFBD4ABC4BBB260C6190BAD20C}`, and placeholders,
/// `{S:PIN}` or `{USERNAME}`, by what they mean (KeePass help, "Field references" and "Placeholders").
///
/// The first letter of a reference is the part that is wanted: title, user name, password, address (A),
/// notes or identifier (I); the second the part that is compared, where O stands for all other
/// strings. A placeholder names a part of its own entry. Notes are a text for people, and have no placeholders.
/// Comments, `{C:…}`, stand for nothing, and become fields of their own.
/// What is secret where it stands is secret where it goes: a field becomes concealed, and in a title, a user
/// name, an address or notes the placeholder stays.
final class KeePassReferences {
    private static let reference = "REF:"
    private static let string = "S:"
    /// Placeholders for parts of the entry.
    private static let parts = [
        "TITLE": "Title", "USERNAME": "UserName", "PASSWORD": "Password", "URL": "URL",
        "NOTES": "Notes",
    ]
    /// What other placeholders begin with: they mean what only KeePass knows, or computes.
    private static let others = [
        "URL:", "DB_", "GROUP", "DT_", "TOTP}", "TIMEOTP}", "HMACOTP}", "CMD:", "T-CONV:",
        "T-REPLACE-RX:", "PICKCHARS", "PICKFIELD", "NEWPASSWORD", "PASSWORD_ENC}", "UUID}",
        "BASE64", "BASE}", "BASE:", "ENV_", "APPDIR}", "DOCDIR}", "CLIPBOARD}", "CLIPBOARD-SET:",
        "EDGE}", "FIREFOX}", "GOOGLECHROME}", "INTERNETEXPLORER}", "OPERA}", "SAFARI}",
        // Keys, when it types.
        "SPACE}", "TAB}", "ENTER}", "CLEARFIELD}", "DELAY ", "DELAY=", "VKEY ",
    ]
    /// What a comment begins with.
    private static let commentMark = "C:"
    /// The key of a string that keeps a comment.
    private static let commentKey = "comment"
    /// How far references may lead to others.
    private static let depth = 8
    /// How many references are followed for one entry, so that those to references cost little.
    private static let lookupLimit = 10_000
    /// How long a text may become.
    private static let limit = 1 << 20

    private let entries: [KeePassEntry]
    private let byIdentifier: [String: Int]
    /// The entry that a search found, so that many equal ones cost one.
    private var found: [String: Int?] = [:]
    /// How many references of the present entry were followed.
    private var lookups = 0
    /// Whether a reference or placeholder of the present field stands for a secret.
    private var meansSecret = false

    init(_ entries: [KeePassEntry]) {
        self.entries = entries
        byIdentifier = Dictionary(
            entries.enumerated().map { ($0.element.uuid.hexadecimal(uppercase: true), $0.offset) }
        ) { first, _ in first }
    }

    /// The entry without references, and whether all of them led somewhere.
    func resolved(_ entry: KeePassEntry) -> (entry: KeePassEntry, isWhole: Bool) {
        var isWhole = true
        var result = entry
        lookups = 0
        if entry.isLiteral { return (entry, true) }
        result.fields = entry.fields.flatMap { field -> [KeePassEntry.Field] in
            guard Self.has(field) else { return [field] }
            meansSecret = false
            guard let value = resolved(field, of: entry, depth: 0),
                !meansSecret || field.isSecret || !Self.isReadable(field.key)
            else {
                isWhole = false
                return [field]
            }
            var fields = [
                KeePassEntry.Field(
                    key: field.key, value: value, isProtected: field.isProtected || meansSecret)
            ]
            for comment in Self.separated(field).comments where !comment.isEmpty {
                fields.append(
                    KeePassEntry.Field(key: Self.commentKey, value: comment, isProtected: true))
            }
            return fields
        }
        return (result, isWhole)
    }

    /// Whether a part is one that everybody sees, whatever is in it.
    private static func isReadable(_ key: String) -> Bool {
        ["Title", "UserName", "URL", "Notes"].contains(key) || key.hasPrefix("KP2A_URL")
    }

    /// Whether KeePass reads a reference, a placeholder or a comment in a field.
    static func has(_ field: KeePassEntry.Field) -> Bool {
        field.value.withBytes { bytes in
            find(bytes, from: 0, isNotes: field.isNotes) != nil
                || !field.isNotes && comment(in: bytes, from: 0) != nil
        }
    }

    /// The text with what its references mean; `nil` when one leads nowhere.
    private func resolved(
        _ field: KeePassEntry.Field, of entry: KeePassEntry, depth: Int
    ) -> SecretText? {
        guard depth < Self.depth, field.value.count <= Self.limit else { return nil }
        // Before all else, as in KeePass.
        let text = Self.separated(field).text
        let result = SecretBuffer(capacity: text.count + 64)
        let isWhole = text.withBytes { bytes -> Bool in
            var position = 0
            while let start = Self.find(bytes, from: position, isNotes: field.isNotes) {
                lookups += 1
                guard lookups <= Self.lookupLimit,
                    let end = bytes[start...].firstIndex(of: UInt8(ascii: "}")),
                    let value = value(
                        String(decoding: bytes[(start + 1)..<end], as: UTF8.self), entry, depth),
                    result.count + value.count <= Self.limit
                else { return false }
                result.append(UnsafeRawBufferPointer(rebasing: bytes[position..<start]))
                value.withBytes { result.append($0) }
                position = end + 1
            }
            result.append(UnsafeRawBufferPointer(rebasing: bytes[position...]))
            return true
        }
        return isWhole ? result.text : nil
    }

    /// Where the next reference or placeholder begins.
    private static func find(
        _ bytes: UnsafeRawBufferPointer, from index: Int, isNotes: Bool
    ) -> Int? {
        var index = index
        while let brace = bytes[index...].firstIndex(of: UInt8(ascii: "{")) {
            let rest = bytes[(brace + 1)...]
            func begins(_ text: String) -> Bool {
                OneTimeCode.begins(rest, with: text.lowercased())
            }
            if begins(reference) { return brace }
            if !isNotes,
                begins(string) || parts.keys.contains(where: { begins("\($0)}") })
                    || others.contains(where: begins)
            {
                return brace
            }
            index = brace + 1
        }
        return nil
    }

    /// The text of a field without its comments, and these.
    private static func separated(
        _ field: KeePassEntry.Field
    ) -> (text: SecretText, comments: [SecretText]) {
        guard !field.isNotes, field.value.withBytes({ comment(in: $0, from: 0) }) != nil else {
            return (field.value, [])
        }
        let text = SecretBuffer(capacity: field.value.count)
        var comments: [SecretText] = []
        field.value.withBytes { bytes in
            func slice(_ range: Range<Int>) -> UnsafeRawBufferPointer {
                UnsafeRawBufferPointer(rebasing: bytes[range])
            }
            var position = 0
            while let found = comment(in: bytes, from: position) {
                text.append(slice(position..<found.lowerBound))
                let start = found.lowerBound + 1 + commentMark.utf8.count
                comments.append(SecretText(utf8: slice(start..<(found.upperBound - 1))))
                position = found.upperBound
            }
            text.append(slice(position..<bytes.count))
        }
        return (text.text, comments)
    }

    /// Where the next comment is, with its braces; those within it come in pairs, and one that does not end
    /// is a text (`RemoveComments` in `SprEngine.cs` of KeePass).
    private static func comment(in bytes: UnsafeRawBufferPointer, from index: Int) -> Range<Int>? {
        var index = index
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "{")) {
            index = start + 1
            guard OneTimeCode.begins(bytes[index...], with: commentMark.lowercased()) else {
                continue
            }
            var depth = 0
            for end in start..<bytes.count {
                if bytes[end] == UInt8(ascii: "{") { depth += 1 }
                if bytes[end] == UInt8(ascii: "}") { depth -= 1 }
                if depth == 0 { return start..<(end + 1) }
            }
            return nil
        }
        return nil
    }

    /// What stands between the braces means this.
    private func value(_ text: String, _ entry: KeePassEntry, _ depth: Int) -> SecretText? {
        let name = text.uppercased()
        if name.hasPrefix(Self.reference) {
            return value(of: String(text.dropFirst(Self.reference.count)), depth)
        }
        if let key = Self.parts[name] { return part(key, of: entry, depth) }
        guard name.hasPrefix(Self.string) else { return nil }
        let key = text.dropFirst(Self.string.count)
        guard entry.fields.contains(where: { $0.key == key }) else { return nil }
        return part(String(key), of: entry, depth)
    }

    /// A part of an entry, without references; `nil` when one leads nowhere.
    private func part(_ key: String, of entry: KeePassEntry, _ depth: Int) -> SecretText? {
        guard let field = entry.fields.first(where: { $0.key == key }) else {
            return SecretText(utf8: [])
        }
        meansSecret = meansSecret || field.isSecret
        return Self.has(field) && !entry.isLiteral
            ? resolved(field, of: entry, depth: depth + 1) : field.value
    }

    /// What `P@I:…` means.
    private func value(of reference: String, _ depth: Int) -> SecretText? {
        let parts = Array(reference.prefix(4).uppercased())
        guard parts.count == 4, parts[1] == "@", parts[3] == ":" else { return nil }
        let text = String(reference.dropFirst(4))
        guard let index = entry(where: parts[2], is: text) else { return nil }
        let entry = entries[index]
        if parts[0] == "I" { return SecretText(entry.uuid.hexadecimal(uppercase: true)) }
        return Self.keys[parts[0]].flatMap { part($0, of: entry, depth) }
    }

    private static let keys: [Character: String] = [
        "T": "Title", "U": "UserName", "P": "Password", "A": "URL", "N": "Notes",
    ]

    private func entry(where part: Character, is text: String) -> Int? {
        if part == "I" { return byIdentifier[text.uppercased()] }
        let name = "\(part):\(text)"
        if let known = found[name] { return known }
        let wanted = SecretText(text)
        let index = entries.firstIndex { entry in
            if part == "O" {
                return entry.fields.contains {
                    !Self.keys.values.contains($0.key) && $0.value == wanted
                }
            }
            return Self.keys[part].flatMap { entry[$0] } == wanted
        }
        // A document with very many different ones is not worth the time.
        guard found.count < 1_000 else { return nil }
        found[name] = .some(index)
        return index
    }
}

/// KeePass knows no way to write a text that looks like a placeholder. So an export of Wallet says beside
/// the entry that its texts are none; that counts as long as no other program changes the entry.
extension KeePassEntry {
    /// The name of the datum that says so, with the time of the last change.
    static let literalKey = "wallet.literal"

    /// Whether its texts are none of references and placeholders.
    fileprivate var isLiteral: Bool {
        guard let changed else { return false }
        return customData.contains {
            $0.key == Self.literalKey && $0.value == Self.text(of: changed)
        }
    }

    /// Says that the texts of the entry are what they are, if any of them looks like something else.
    mutating func markLiteral() {
        guard let changed, fields.contains(where: KeePassReferences.has) else { return }
        customData.append(Field(key: Self.literalKey, value: Self.text(of: changed)))
    }

    private static func text(of time: Timestamp) -> SecretText {
        SecretText(InternetTime.write(time.second))
    }
}

extension KeePassEntry.Field {
    /// Whether the value is concealed.
    fileprivate var isSecret: Bool { isProtected || key == "Password" }

    /// Whether it is the text for people.
    fileprivate var isNotes: Bool { key == "Notes" }
}
