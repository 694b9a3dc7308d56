/// A line of an entry of pass that says what its value is.
struct PassLine {
    /// A part of the text, which is lent.
    typealias Bytes = Slice<UnsafeRawBufferPointer>

    private static let userNames: Set<String> = ["user", "username", "login", "email", "user name"]
    /// What `pass otp`, gopass and the applications for phones write before secrets for codes.
    private static let codes: Set<String> = ["totp", "otp", counter, "otpauth", "2fa"]
    private static let counter = "hotp"
    private static let sites: Set<String> = ["url", "site", "website", "link", "uri"]
    private static let passwords: Set<String> = [
        "password", "pass", "passwd", "pwd", "pw", "passphrase",
    ]

    /// The name as it is written, which may be a part of a secret.
    private let name: UnsafeRawBufferPointer
    /// What stands behind the colon.
    let value: Bytes
    /// How far it stands from the margin, behind the dash of a list too.
    let indentation: Int

    /// Reads `name: value`; longer names are sentences.
    init?(_ line: Bytes) {
        let start = line.drop { $0 <= 0x20 }
        guard let colon = start.firstIndex(of: UInt8(ascii: ":")),
            colon - start.startIndex <= 16
        else { return nil }
        name = OneTimeCode.trimmed(UnsafeRawBufferPointer(rebasing: start[..<colon]))
        value = start[(colon + 1)...]
        indentation = line.prefix { $0 <= 0x20 || $0 == UInt8(ascii: "-") }.count
    }

    /// The name as it is written; to be asked for only of a line whose name is known.
    var label: String { String(decoding: name, as: UTF8.self) }

    /// Whether the value is a user name.
    var isUserName: Bool { Self.isOne(of: Self.userNames, name[...]) }

    /// Whether one-time codes are made of the value.
    var isCode: Bool { Self.isOne(of: Self.codes, name[...]) }

    /// Whether the value is the code of a counter.
    var isCounter: Bool { Self.isOne(of: [Self.counter], name[...]) }

    /// Whether the value is an address.
    var isSite: Bool { Self.isOne(of: Self.sites, name[...]) }

    /// Whether the value is a password; the line may be one of a list.
    var isPassword: Bool {
        Self.isOne(of: Self.passwords, name.drop { $0 == UInt8(ascii: "-") || $0 <= 0x20 })
    }

    private static func isOne(of names: Set<String>, _ name: Bytes) -> Bool {
        names.contains { $0.utf8.count == name.count && OneTimeCode.begins(name, with: $0) }
    }

    /// Whether a line is an address of one-time codes.
    static func isAddress(_ line: Bytes) -> Bool {
        OneTimeCode.begins(line.drop { $0 <= 0x20 }, with: "otpauth://")
    }

    /// Whether a line is what one-time codes are made of, by itself or behind its name.
    static func isCode(_ line: Bytes) -> Bool {
        isAddress(line) || rest(of: line, behind: codes) != nil
    }

    /// What stands behind the name of a user name, an address or a password at the beginning of a line, from
    /// the colon or equals sign on; `nil` for any other line.
    static func rest(of line: Bytes) -> Bytes? {
        rest(of: line, behind: userNames.union(sites).union(passwords))
    }

    /// The line may be a secret, and so becomes no `String`.
    private static func rest(of line: Bytes, behind names: Set<String>) -> Bytes? {
        let start = line.drop { $0 <= 0x20 }
        for name in names where OneTimeCode.begins(start, with: name) {
            let rest = start.dropFirst(name.utf8.count).drop { $0 <= 0x20 }
            if let mark = rest.first, ":=".utf8.contains(mark) { return rest }
        }
        return nil
    }
}
