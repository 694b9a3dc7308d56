import Foundation
import TenonCore
import TenonSecurity
import TestSupport
import Testing

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("KeePass files")
struct KeePassTests {
    private static let now = Timestamp(milliseconds: 1_750_000_000_000)
    private static let password = SecretText("pässwörd 🔑 пароль")

    private static let entries = [
        KeePassEntry(
            uuid: (0..<16).map { UInt8($0) }, groups: groups,
            fields: [
                field("Title", "Mail & <News>"), field("UserName", "ada"),
                field("Password", "geheim-ß-密码-\u{1}\r\n\"'", isProtected: true),
                field("URL", "https://example.com/?a=1&b=2"), field("Notes", "one\ntwo\r\nthree"),
                field("PIN", "1234", isProtected: true), field("Colour", "blue"),
            ],
            tags: ["home", "für alle"], created: Timestamp(seconds: 1_600_000_000),
            changed: Timestamp(seconds: 1_700_000_000), used: Timestamp(seconds: 1_710_000_000),
            expires: Timestamp(seconds: 1_900_000_000), timesUsed: 7,
            customData: [field("wallet.kind", "login")],
            history: [
                KeePassEntry(
                    uuid: (0..<16).map { UInt8($0) }, groups: groups,
                    fields: [
                        field("Title", "Mail"), field("Password", "before", isProtected: true),
                    ], created: Timestamp(seconds: 1_600_000_000),
                    changed: Timestamp(seconds: 1_650_000_000),
                    used: Timestamp(seconds: 1_650_000_000))
            ],
            others: [field("IconID", "<IconID>12</IconID>")]),
        KeePassEntry(
            uuid: [UInt8](repeating: 9, count: 16),
            fields: [field("Title", "Second"), field("Password", "", isProtected: true)],
            created: Timestamp(seconds: 1), changed: Timestamp(seconds: 2),
            used: Timestamp(seconds: 2)),
    ]

    private static let groups = [
        KeePassGroup(name: "Work", uuid: [UInt8](repeating: 1, count: 16)),
        KeePassGroup(name: "Büro", uuid: [UInt8](repeating: 2, count: 16)),
    ]

    private static func field(
        _ key: String, _ value: String, isProtected: Bool = false
    ) -> KeePassEntry.Field {
        KeePassEntry.Field(key: key, value: SecretText(value), isProtected: isProtected)
    }

    private func write(_ entries: [KeePassEntry] = entries) throws -> [UInt8] {
        let writer = KeePassWriter(tools: .live, argon2id: .floor)
        let file = try writer.file(
            entries, name: "Wallet", password: Self.password, now: Self.now)
        return file.array
    }

    private func read(
        _ file: [UInt8], password: SecretText = password
    ) throws -> KeePassDocument {
        try file.withUnsafeBytes { try KeePassReader(tools: .live).read($0, password: password) }
    }

    private func code(_ file: [UInt8]) -> ErrorCode? {
        do {
            _ = try read(file)
            return nil
        } catch {
            return (error as? any ExplainedError)?.code
        }
    }

    @Test("what was written is read again, to the last character")
    func roundTrip() throws {
        let document = try read(try write())
        #expect(document.entries.count == 2)
        for (found, expected) in zip(document.entries.reversed(), Self.entries) {
            #expect(found == expected, "\(found)\n\(expected)")
        }
    }

    @Test("KeePassXC opens what is written here, with all its fields")
    func theirs() async throws {
        let folder = try TemporaryFolder()
        try Data(try write()).write(to: URL(filePath: folder.path + "/ours.kdbx"))
        let tool = KeePassXC(folder: folder, password: Self.password.reveal())
        let entry = "Work/Büro/Mail & <News>"
        #expect(
            try await tool.run("show", "-s", "-a", "Password", "ours.kdbx", entry)
                == "geheim-ß-密码-\u{1}\r\n\"'\n")
        #expect(
            try await tool.run("show", "-s", "-a", "Notes", "ours.kdbx", entry)
                == "one\ntwo\r\nthree\n")
        #expect(
            try await tool.run(
                "show", "-s", "-a", "UserName", "-a", "URL", "-a", "PIN", "-a", "Colour", "-a",
                "Tags", "ours.kdbx", entry)
                == "ada\nhttps://example.com/?a=1&b=2\n1234\nblue\nfür alle,home\n")
        let xml = try await tool.run("export", "-f", "xml", "ours.kdbx")
        #expect(xml.contains("before") && xml.contains("<IconID>12</IconID>"))
    }

    @Test("what KeePassXC has made is read here")
    func ours() async throws {
        let folder = try TemporaryFolder()
        let tool = KeePassXC(folder: folder, password: Self.password.reveal())
        try await tool.make("theirs.kdbx")
        try await tool.run("mkdir", "theirs.kdbx", "Büro")
        try await tool.run(
            "add", "-u", "grace", "--url", "https://navy.example", "-p", "theirs.kdbx", "Büro/Ship",
            further: "пароль-密码")
        try await tool.run("add", "-u", "gone", "theirs.kdbx", "Old")
        try await tool.run("rm", "theirs.kdbx", "Old")
        try await tool.run("edit", "-u", "hopper", "theirs.kdbx", "Büro/Ship")
        let file = Array(try Data(contentsOf: URL(filePath: folder.path + "/theirs.kdbx")))
        let document = try read(file)
        #expect(document.entries.filter(\.isInBin).map { $0["Title"]?.reveal() } == ["Old"])
        let entry = try #require(document.entries.first { !$0.isInBin })
        #expect(document.entries.count == 2 && entry.groups.path == "Büro")
        #expect(entry["Title"]?.reveal() == "Ship" && entry["UserName"]?.reveal() == "hopper")
        #expect(entry["Password"]?.reveal() == "пароль-密码")
        #expect(entry["URL"]?.reveal() == "https://navy.example")
        #expect(entry.history.map { $0["UserName"]?.reveal() } == ["grace"])
        #expect((entry.created?.milliseconds ?? 0) > 1_700_000_000_000)
    }

    @Test("a wrong password is told apart from damage")
    func wrongPassword() throws {
        let file = try write()
        let error = #expect(throws: TransferError.self) {
            try read(file, password: SecretText("other"))
        }
        #expect(error == .wrongPassword)
        // One changed bit anywhere is damage, whatever the part: header, codes, blocks. Only the code
        // of the header itself cannot tell, since it is what the password is checked by.
        let header = try file.withUnsafeBytes { try KeePassHeader($0).count }
        for place in stride(from: 12, to: file.count, by: max(1, file.count / 150)) {
            var changed = file
            changed[place] ^= 1
            let isCode = (header + 32..<header + 64).contains(place)
            let expected: ErrorCode = isCode ? .transferWrongPassword : .transferDamaged
            #expect(code(changed) == expected, "byte \(place)")
        }
        for count in stride(from: 12, to: file.count, by: max(1, file.count / 50)) {
            #expect(code(Array(file[..<count])) == .transferDamaged, "cut at \(count)")
        }
    }
}
