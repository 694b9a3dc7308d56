import Foundation
import TenonCore
import TenonMemory
import TenonSecurity

@testable import WalletTransfer  // The readers of formats are internal.

/// Makes vaults of 1Password 4 to 7, by the page "OPVault design" of its support.
struct OnePasswordVaultFolder {
    static let password = SecretText("freddy’s пароль")

    var iterations = 1_000
    /// The iterations that the profile claims.
    var claimed: Int?

    private let salt = [UInt8](repeating: 9, count: 16)
    private let master = (0..<256).map { UInt8(truncatingIfNeeded: $0 * 7) }
    private let overview = (0..<64).map { UInt8($0 * 3) }

    /// Two keys: for the cipher, and for the codes.
    private struct Keys {
        let cipher: SecretBytes
        let code: SecretBytes

        init(_ bytes: SecretBytes) {
            (cipher, code) = bytes.withBytes { bytes in
                (
                    SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[..<32])),
                    SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[32...]))
                )
            }
        }

        init(hashOf bytes: [UInt8]) {
            self.init(
                SecretHash.sha512(SecretBytes(count: bytes.count) { $0.copyBytes(from: bytes) }))
        }

        /// The vector, the cipher text and the code, behind what the code covers as well.
        func seal(_ plain: [UInt8], head: [UInt8] = []) throws -> String {
            let iv = (0..<16).map { UInt8($0 * 5 + plain.count % 7) }
            let buffer = SecretBuffer(capacity: plain.count + 32)
            buffer.append(plain)
            buffer.append([UInt8](repeating: 0, count: 16))
            // The library pads at the end; what it adds is one block, which is cut off.
            try buffer.withMutableBytes {
                try BlockCipher.aes256.encrypt($0, count: plain.count, key: cipher, iv: iv)
            }
            let message = head + iv + buffer.array.dropLast(16)
            let authentication = HMACSHA256(key: code)
            let code = message.withUnsafeBytes { authentication.authenticationCode(for: $0) }
            return Base64.encode(message + code)
        }

        /// A value with its length, padded at the front.
        func data(_ plain: [UInt8]) throws -> String {
            let padding = [UInt8](repeating: 0x5A, count: 16 - plain.count % 16)
            return try seal(
                padding + plain,
                head: Array("opdata01".utf8) + UInt64(plain.count).littleEndianBytes)
        }
    }

    /// An item as it stands in a band.
    private func item(
        _ id: String, _ clear: String, overview: String, details: String, number: UInt8
    ) throws -> String {
        let bytes = (0..<64).map { UInt8(truncatingIfNeeded: $0) &+ number }
        let own = Keys(SecretBytes(count: 64) { $0.copyBytes(from: bytes) })
        let o = try Keys(hashOf: self.overview).data(Array(overview.utf8))
        let d = try own.data(Array(details.utf8))
        let k = try Keys(hashOf: master).seal(bytes)
        return #""\#(id)": {"uuid": "\#(id)", \#(clear), "o": "\#(o)", "k": "\#(k)", "d": "\#(d)"}"#
    }

    /// Writes the folder, and returns its path.
    func write(to path: String) throws -> String {
        let folder = path + "/default"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let derived = Keys(
            try PBKDF2.deriveKey(
                from: SecretBytes(Self.password), salt: salt, iterations: iterations,
                hash: .sha512, count: 64))
        func write(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        try write(
            "profile.js",
            #"""
            var profile={"salt":"\#(Base64.encode(salt))","iterations":\#(claimed ?? iterations),
            "masterKey":"\#(try derived.data(master))","overviewKey":"\#(try derived.data(overview))",
            "profileName":"default"};
            """#)
        let title = try Keys(hashOf: overview).data(Array(#"{"title": "Work"}"#.utf8))
        try write("folders.js", #"loadFolders({"F1": {"uuid": "F1", "overview": "\#(title)"}});"#)
        try write("band_0.js", "ld({\(try first)});")
        try write("band_A.js", "ld({\(try second)});")
        try write("0AAA_11.attachment", "OPCLDAT")
        return path
    }

    /// What the overview of the first item says.
    static let overviewText = #"""
        {"title": "Mail", "ainfo": "ada", "url": "https://mail.example", "ps": 88,
         "URLs": [{"u": "https://mail.example"}, {"l": "web", "u": "https://b.example"}],
         "tags": ["home"]}
        """#
    /// What the details of the first item say.
    static let detailsText = #"""
        {"fields": [{"type": "T", "value": "ada", "name": "u", "designation": "username"},
         {"type": "P", "value": "p1", "name": "p", "designation": "password"},
         {"type": "P", "value": "12", "name": "pin"}], "notesPlain": "n",
         "passwordHistory": [{"value": "p0", "time": 1500000000}],
         "htmlForm": {"htmlMethod": "post"},
         "sections": [{"name": "s", "title": "More", "fields": [
          {"k": "concealed", "n": "TOTP_1", "t": "code", "v": "JBSWY3DPEHPK3PXP"},
          {"k": "concealed", "n": "x1", "t": "PUK", "v": "99"},
          {"k": "date", "n": "x2", "t": "since", "v": 1577836800},
          {"k": "string", "n": "x3", "t": "nothing"}]}]}
        """#

    private var first: String {
        get throws {
            try item(
                "0AAA",
                #""category": "001", "folder": "F1", "fave": 3, "created": 1577934245, "#
                    + #""updated": 1600000000, "tx": 7"#,
                overview: Self.overviewText, details: Self.detailsText, number: 1)
        }
    }

    private var second: String {
        get throws {
            let card = try item(
                "A1", #""category": "002""#, overview: #"{"title": "Visa"}"#,
                details: #"""
                    {"sections": [{"name": "", "title": "", "fields": [
                     {"k": "string", "n": "cardholder", "t": "name", "v": "Ada L"},
                     {"k": "string", "n": "ccnum", "t": "number", "v": "4111111111111111"},
                     {"k": "monthYear", "n": "expiry", "t": "until", "v": 203104}]}]}
                    """#, number: 2)
            let gone = try item(
                "A2", #""category": "003", "trashed": true"#, overview: #"{"title": "Gone"}"#,
                details: "{}", number: 3)
            let stone = #""A3": {"uuid": "A3", "category": "099"}"#
            return [card, gone, stone, #""A4": {"uuid": "A4", "category": "001"}"#]
                .joined(separator: ",\n")
        }
    }
}
