import Foundation
import TenonCore
import TenonSecurity
import TestSupport
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("One-time codes of other programs")
struct OneTimeCodeTests {
    /// The secrets of RFC 6238, appendix B, which all are repetitions of ten digits.
    private static let secret = "12345678901234567890"
    private static let base32 = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

    private func item(_ fields: [String: String]) -> ImportedItem {
        KeePassItem(xml: DocumentTools.live.xml).item(
            KeePassEntry(
                fields: ([("Title", "Codes"), ("Password", "p")] + fields.map { ($0, $1) }).map {
                    KeePassEntry.Field(key: $0.0, value: SecretText($0.1))
                }))
    }

    /// The code of a login 59 seconds after 1970, as in the table of the RFC.
    private func code(_ item: Item) throws -> String? {
        guard let text = item.login?.oneTimePassword else { return nil }
        return try OneTimePassword(reading: text).code(at: Timestamp(seconds: 59)).text.reveal()
    }

    @Test(
        "KeePass 2, KeeTrayTOTP and KeeOtp: the codes are those of the RFC",
        arguments: [
            (["TimeOtp-Secret": secret, "TimeOtp-Length": "8"], "94287082"),
            (["TimeOtp-Secret-Base32": base32, "TimeOtp-Length": "8"], "94287082"),
            (
                [
                    "TimeOtp-Secret-Hex": "3132333435363738393031323334353637383930",
                    "TimeOtp-Length": "8", "TimeOtp-Algorithm": "HMAC-SHA-1",
                ], "94287082"
            ),
            (
                [
                    "TimeOtp-Secret-Base64": "MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI=",
                    "TimeOtp-Length": "8", "TimeOtp-Algorithm": "HMAC-SHA-256",
                ], "46119246"
            ),
            (
                [
                    "TimeOtp-Secret": "1234567890123456789012345678901234567890"
                        + "123456789012345678901234",
                    "TimeOtp-Length": "8", "TimeOtp-Algorithm": "HMAC-SHA-512",
                ], "90693936"
            ),
            // With a period of a minute, 59 seconds are the counter 0 of RFC 4226.
            (["TimeOtp-Secret": secret, "TimeOtp-Period": "60"], "755224"),
            (["HmacOtp-Secret": secret, "HmacOtp-Counter": "1"], "287082"),
            (["HmacOtp-Secret-Base32": base32], "755224"),
            (["TOTP Seed": base32], "287082"),
            (["TOTP Seed": base32, "TOTP Settings": "30;8"], "94287082"),
            (["TOTP Seed": base32, "TOTP Settings": "60;6;https://time.example"], "755224"),
            (["otp": "key=\(base32)&size=8&step=30"], "94287082"),
            (["otp": "key=\(base32)%3d%3d&type=hotp&counter=1"], "287082"),
            (["otp": "type=totp&key=\(base32)&step=60"], "755224"),
            (["otp": "otpauth://totp/x?secret=\(base32)&digits=8"], "94287082"),
            (["otp": "otpauth://totp/x?secret=\(base32)&digits=8&digits=8"], "94287082"),
            (["otp": "key=\(base32)&size=8&encoding=base32&otpHashMode=Sha1&size=8"], "94287082"),
            (["otp": " \(base32.lowercased()) "], "287082"),
        ])
    func right(_ fields: [String: String], _ expected: String) throws {
        let found = item(fields)
        #expect(try code(found.item) == expected)
        #expect(found.remarks.isEmpty)
        #expect(found.item.customFields.isEmpty, "\(found.item.customFields.map(\.label))")
    }

    @Test(
        "what makes no codes here is kept in concealed fields and reported, never a wrong code",
        arguments: [
            ["TOTP Seed": base32, "TOTP Settings": "30;S"],
            ["TimeOtp-Secret": secret, "TimeOtp-Length": "5"],
            ["TimeOtp-Secret": secret, "TimeOtp-Algorithm": "HMAC-MD5"],
            ["TimeOtp-Secret": secret, "TimeOtp-Secret-Hex": "00"],
            ["TimeOtp-Secret-Hex": "3g"], ["TimeOtp-Secret-Base32": "189"],
            ["TimeOtp-Secret": secret, "TimeOtp-Period": "half"],
            ["TimeOtp-Secret": secret, "TimeOtp-Period": "0"],
            ["HmacOtp-Secret": secret, "HmacOtp-Counter": "-1"],
            ["otp": "key=\(base32)&type=steam"], ["otp": "key=\(base32)&size=5"],
            ["otp": "key=\(base32)&encoding=base58"], ["otp": "steam://\(base32)"],
            ["otp": "otpauth://totp/x?secret=\(base32)&encoder=steam"],
            ["otp": "otpauth://totp/x?encoder=steam&secret=\(base32)"],
            ["otp": "otpauth://totp/x?issuer=y"], ["otp": "018"],
            ["otp": "key=\(base32)&digits=8"], ["otp": "key=\(base32)&period=60"],
            ["otp": "key=\(base32)&algorithm=SHA256"], ["otp": "key=\(base32)&size=6&size=8"],
            ["otp": "key=\(base32)&amp;size=8"], ["otp": "size=8&key=\(base32)&offset=30"],
            ["otp": "otpauth://totp/x?secret=\(base32)&amp;digits=8"],
            ["otp": "otpauth://totp/x?secret=\(base32)&interval=60"],
            ["otp": "otpauth://totp/x?secret=\(base32)&digits="],
            ["otp": "otpauth://totp/x?secret=\(base32)&period"],
            ["otp": "key=\(base32)&size="], ["otp": "key=\(base32)&step"],
            ["otp": "key=\(base32)&otpHashMode="],
            ["otp": "otpauth://totp/x?secret=\(base32)&algo=SHA256"],
            ["otp": "otpauth://totp/x?secret=\(base32)&digits=6&digits=8"],
            ["otp": "otpauth://totp/x?secret=\(base32)&issuer=C#&digits=8"],
            ["TimeOtp-Secret": secret, "TimeOtp-Offset": "30"],
            ["HmacOtp-Secret": secret, "HmacOtp-Digits": "8"],
        ])
    func reported(_ fields: [String: String]) throws {
        let found = item(fields)
        #expect(found.item.login?.oneTimePassword == nil)
        #expect(found.remarks == [.oneTimeCode])
        let kept = Dictionary(
            found.item.customFields.map { ($0.label, $0) }, uniquingKeysWith: { first, _ in first })
        #expect(kept.mapValues { $0.value.reveal() } == fields)
        for (name, field) in kept
        where name == "otp" || name.contains("Se") && name != "TOTP Settings" {
            #expect(field.isConcealed, "\(name)")
        }
    }

    @Test("a second way to make codes stays a concealed field, and nothing of it is lost")
    func second() throws {
        let found = item(["otp": Self.base32, "TimeOtp-Secret": "another", "TimeOtp-Length": "8"])
        #expect(try code(found.item) == "287082" && found.remarks.isEmpty)
        #expect(
            Set(found.item.customFields.map { "\($0.label)=\($0.value.reveal())" })
                == ["TimeOtp-Secret=another", "TimeOtp-Length=8"])
        #expect(found.item.customFields.first { $0.label == "TimeOtp-Secret" }?.isConcealed == true)
    }

    @Test("KeePassXC makes the same codes of the same file")
    func theirs() async throws {
        let folder = try TemporaryFolder()
        let tool = KeePassXC(folder: folder, password: "p")
        let entries = [
            "a": ["otp": "key=\(Self.base32)&size=8&step=45"],
            "b": ["TOTP Seed": Self.base32, "TOTP Settings": "20;7"],
            "c": [
                "otp": "otpauth://totp/x?secret=\(Self.base32)&algorithm=SHA256&period=30&digits=6"
            ],
        ].map { title, fields in
            KeePassEntry(
                fields: ([("Title", title)] + fields.map { ($0, $1) }).map {
                    KeePassEntry.Field(key: $0.0, value: SecretText($0.1))
                })
        }
        let file = try KeePassWriter(tools: .live, argon2id: .floor).file(
            entries, name: "x", password: SecretText("p"), now: Timestamp(seconds: 0))
        try Data(file.array).write(to: URL(filePath: folder.path + "/codes.kdbx"))
        let reader = KeePassItem(xml: DocumentTools.live.xml)
        for entry in entries {
            let item = reader.item(entry).item
            let text = try #require(item.login?.oneTimePassword)
            func now() throws -> String {
                let time = Timestamp(seconds: Int64(Date().timeIntervalSince1970))
                return try OneTimePassword(reading: text).code(at: time).text.reveal()
            }
            // A code may change while the other program computes it.
            let before = try now()
            let theirs = try await tool.run("show", "-t", "codes.kdbx", item.title)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(try [before, now()].contains(theirs), "\(item.title)")
        }
    }

    @Test(
        "pass: codes on the first line, indented, and after what people call them",
        arguments: [
            ("otpauth://totp/x?secret=\(base32)\n", "", "287082"),
            ("p\n  otpauth://totp/x?secret=\(base32)", "p", "287082"),
            ("p\ntotp: otpauth://totp/x?secret=\(base32)\n", "p", "287082"),
            ("p\r\nTOTP: \(base32)\r\n", "p", "287082"),
            ("p\notpauth: //not an address\notp:\(base32)\n", "p", "287082"),
            ("p\notpauth://hotp/x?secret=\(base32)&counter=1\nuser: ada\n", "p", "287082"),
        ])
    func pass(_ text: String, _ password: String, _ expected: String) throws {
        let entry = PassEntry(folders: [], name: "x").item(SecretText(text))
        #expect(try code(entry.item) == expected)
        #expect(entry.item.login?.password.reveal() == password)
    }

    @Test("pass: what makes no codes, or would make wrong ones, is a concealed field and reported")
    func passReported() throws {
        for (line, kept) in [
            ("totp: steam://ABC", "steam://ABC"),
            ("  otpauth://totp/x?secret=", "otpauth://totp/x?secret="), ("otp: 0189", "0189"),
            ("hotp: \(Self.base32)", "hotp: \(Self.base32)"),
        ] {
            let entry = PassEntry(folders: [], name: "x").item(SecretText("p\n\(line)\nuser: ada"))
            #expect(entry.item.login?.oneTimePassword == nil && entry.remarks == [.oneTimeCode])
            #expect(entry.item.notes.isEmpty)
            let field = entry.item.customFields.first { $0.label == "otp" }
            #expect(field?.value.reveal() == kept && field?.isConcealed == true)
        }
    }

    @Test("pass: a second code stays a concealed field")
    func passSecond() throws {
        let text = SecretText("p\ntotp: \(Self.base32)\notpauth://totp/b?secret=ABC\n")
        let entry = PassEntry(folders: [], name: "x").item(text)
        #expect(try code(entry.item) == "287082" && entry.item.notes.isEmpty)
        let field = entry.item.customFields.first { $0.label == "otp" }
        #expect(field?.value.reveal() == "otpauth://totp/b?secret=ABC")
    }

    @Test(
        "KeePassXC makes no code by time of what an export has by counter or for Steam",
        arguments: [
            "otpauth://hotp/x:y?secret=\(base32)&issuer=x&counter=1",
            "otpauth://hotp/x?secret=\(base32)&counter=1&digits=8", "steam://\(base32)",
        ])
    func noOtherCode(_ text: String) async throws {
        var draft = ItemDraft()
        draft.title = "Codes"
        draft.take(oneTimeCode: SecretText(text))
        let reader = KeePassItem(xml: DocumentTools.live.xml)
        let entry = reader.entry(draft.item)
        let folder = try TemporaryFolder()
        let tool = KeePassXC(folder: folder, password: "p")
        let file = try KeePassWriter(tools: .live, argon2id: .floor).file(
            [entry], name: "x", password: SecretText("p"), now: Timestamp(seconds: 0))
        try Data(file.array).write(to: URL(filePath: folder.path + "/codes.kdbx"))
        let result = try await tool.attempt(
            ["show", "-q", "-t", "codes.kdbx", "Codes"], input: "p\n")
        #expect(result.errors.contains("no TOTP") && result.output.isEmpty)
        let back = reader.item(entry).item
        let code =
            back.login?.oneTimePassword ?? back.customFields.first { $0.label == "otp" }?.value
        #expect(code?.reveal() == text)
    }

    @Test("KeePass goes on with the counter of an export, and an import takes it back")
    func counted() throws {
        var draft = ItemDraft()
        draft.take(
            oneTimeCode: SecretText("otpauth://hotp/x:y?secret=\(Self.base32)&issuer=x&counter=1"))
        let reader = KeePassItem(xml: DocumentTools.live.xml)
        var entry = reader.entry(draft.item)
        let counter = try #require(entry.fields.firstIndex { $0.key == "HmacOtp-Counter" })
        #expect(entry.fields[counter].value.reveal() == "1")
        entry.fields[counter] = KeePassEntry.Field(key: "HmacOtp-Counter", value: SecretText("7"))
        let code = reader.item(entry).item.login?.oneTimePassword?.reveal()
        #expect(code == "otpauth://hotp/x:y?secret=\(Self.base32)&issuer=x&counter=7")
    }

    @Test("codes of Steam go through Bitwarden's, KeePass's and our own files as they are")
    func roundTrips() async throws {
        let steam = "steam://\(Self.base32)"
        let fixture = try await TransferFixture()
        let path = try fixture.write(
            #"""
            {"encrypted": false, "folders": [], "items": [{"type": 1, "name": "Steam",
              "login": {"username": "ada", "password": "p", "totp": "\#(steam)"}}]}
            """#, to: "steam.json")
        let result = try await fixture.import(path: path)
        #expect(result.problems == [RowProblem(line: 1, title: "Steam", reason: .oneTimeCode)])
        for format in ExportFormat.allCases {
            let target = try await fixture.export(
                format, to: format.rawValue, password: "q")
            let other = try await TransferFixture()
            #expect(try await other.import(path: target, password: "q").counts.new == 1)
            let item = try #require(try await other.items().first)
            #expect(item.customFields.first { $0.label == "otp" }?.value.reveal() == steam)
            if format == .bitwarden {
                let text = try String(contentsOfFile: target, encoding: .utf8)
                #expect(text.contains("\"totp\":\"\(steam)\""))
            }
        }
    }

    @Test("an export never turns a text that is no secret into one")
    func exported() {
        for text in ["key=\(Self.base32)&size=6", "steam://ABC", "not base 32!", "018", "ABC:DEF"] {
            #expect(OneTimeAddress.complete(SecretText(text)).reveal() == text)
        }
        #expect(
            OneTimeAddress.complete(SecretText("abcd efgh")).reveal().hasSuffix("secret=ABCDEFGH"))
    }
}
