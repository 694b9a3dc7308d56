import TenonCore
import TenonMemory

/// The parts of an address as git takes it: `https://user:password@host:port/path`.
struct GitAddress {
    private typealias Bytes = Slice<UnsafeRawBufferPointer>

    let scheme: String
    let host: String
    /// Without the slash in front of it.
    let path: String?
    let userName: String?
    let password: SecretText?

    /// Whether what the percent signs stand for is text in UTF-8.
    static func isText(_ bytes: UnsafeRawBufferPointer) -> Bool {
        decoded(bytes[...]).withBytes(\.isUTF8)
    }

    /// Cuts an address; `nil` when it is not one, or not text.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard Self.isText(bytes), let parts = Self.cut(bytes[...]) else { return nil }
        (scheme, host, path, userName, password) = parts
    }

    /// Cuts an address that holds no secret.
    init?(_ text: String) {
        var text = text
        guard let address = text.withUTF8({ GitAddress(UnsafeRawBufferPointer($0)) }) else {
            return nil
        }
        self = address
    }

    private static func cut(
        _ bytes: Bytes
    ) -> (String, String, String?, String?, SecretText?)? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > bytes.startIndex,
            bytes[colon...].starts(with: "://".utf8)
        else { return nil }
        let rest = bytes[(colon + 3)...]
        var authority = rest.prefix { !"/?#".utf8.contains($0) }
        let path = rest[authority.endIndex...].dropFirst()
        var userName: Bytes?
        var password: Bytes?
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            let person = authority[..<at]
            authority = authority[(at + 1)...]
            if let colon = person.firstIndex(of: UInt8(ascii: ":")) {
                userName = person[..<colon]
                password = person[(colon + 1)...]
            } else {
                userName = person
            }
        }
        return (
            String(decoding: bytes[..<colon], as: UTF8.self), text(decoding: authority),
            path.isEmpty ? nil : text(decoding: path), userName.map { text(decoding: $0) },
            password.map { decoded($0).text }
        )
    }

    private static func text(decoding bytes: Bytes) -> String {
        decoded(bytes).withBytes { String(decoding: $0, as: UTF8.self) }
    }

    private static func decoded(_ bytes: Bytes) -> SecretBuffer {
        let output = SecretBuffer(capacity: bytes.count)
        output.append(percentDecoding: bytes)
        return output
    }
}
