import TenonCore
import TenonMemory

/// Replaces references between entries, `{REF:P@I:46C9B1FFBD4ABC4BBB260C6190BAD20C}`, by what they
/// mean (KeePass help, "Field references").
///
/// The first letter is the part that is wanted: title, user name, password, address (A), notes or
/// identifier (I); the second the part that is compared, where O stands for all other strings.
final class KeePassReferences {
    private static let start = Array("{REF:".utf8)
    /// How far references may lead to others.
    private static let depth = 8
    /// How long a text may become.
    private static let limit = 1 << 20

    private let entries: [KeePassEntry]
    private let byIdentifier: [String: Int]
    /// The entry that a search found, so that many equal ones cost one.
    private var found: [String: Int?] = [:]

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
        result.fields = entry.fields.map { field in
            guard let value = resolved(field.value, depth: 0) else {
                if Self.has(field.value) { isWhole = false }
                return field
            }
            return KeePassEntry.Field(
                key: field.key, value: value, isProtected: field.isProtected)
        }
        return (result, isWhole)
    }

    private static func has(_ text: SecretText) -> Bool {
        text.withBytes { bytes in find(bytes, from: 0) != nil }
    }

    /// The text with what its references mean; `nil` when it has none, or one leads nowhere.
    private func resolved(_ text: SecretText, depth: Int) -> SecretText? {
        guard depth < Self.depth, text.count <= Self.limit, Self.has(text) else { return nil }
        let result = SecretBuffer(capacity: text.count + 64)
        let isWhole = text.withBytes { bytes -> Bool in
            var position = 0
            while let start = Self.find(bytes, from: position) {
                guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "}")),
                    let value = value(
                        String(decoding: bytes[(start + 5)..<end], as: UTF8.self), depth),
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

    private static func find(_ bytes: UnsafeRawBufferPointer, from index: Int) -> Int? {
        var index = index
        while index + start.count <= bytes.count {
            guard let brace = bytes[index...].firstIndex(of: start[0]),
                brace + start.count <= bytes.count
            else { return nil }
            if OneTimeCode.begins(bytes[brace...], with: "{ref:") { return brace }
            index = brace + 1
        }
        return nil
    }

    /// What `P@I:…` means.
    private func value(_ reference: String, _ depth: Int) -> SecretText? {
        let parts = Array(reference.prefix(4).uppercased())
        guard parts.count == 4, parts[1] == "@", parts[3] == ":" else { return nil }
        let text = String(reference.dropFirst(4))
        guard let index = entry(where: parts[2], is: text) else { return nil }
        let entry = entries[index]
        if parts[0] == "I" { return SecretText(entry.uuid.hexadecimal(uppercase: true)) }
        guard let key = Self.keys[parts[0]] else { return nil }
        let value = entry[key] ?? SecretText(utf8: [])
        return Self.has(value) ? resolved(value, depth: depth + 1) : value
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
