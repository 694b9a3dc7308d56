import Foundation
import TenonCore
import TestSupport
import Testing
import WalletAudit

@Suite("A list of known passwords")
struct BreachListTests {
    /// Passwords with how often they were seen, and the digits of their SHA-1.
    static let known = [
        ("password", 52_256_179, "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8"),
        ("123456", 112_192_123, "7C4A8D09CA3762AF61E59520943DC26494F8941B"),
        ("abc", 4021, "A9993E364706816ABA3E25717850C26C9CD0D89D"),
        ("", 15, "DA39A3EE5E6B4B0D3255BFEF95601890AFD80709"),
    ]

    /// Lines between the known ones, so that there is something to search in.
    static func lines(_ count: Int, seed: UInt64 = 1) -> [String] {
        var random = SeededGenerator(seed: seed)
        let others = (0..<count).map { _ in
            let digits = (0..<3).map { _ in
                let text = String(random.next(), radix: 16, uppercase: true)
                return String(repeating: "0", count: 16 - text.count) + text
            }
            return "\(digits.joined().prefix(40)):\(random.next() % 1000 + 1)"
        }
        return (others + known.map { "\($0.2):\($0.1)" }).sorted()
    }

    private func list(
        _ lines: [String], separator: String = "\r\n", isEnded: Bool = true
    ) throws -> (TemporaryFolder, BreachList) {
        let folder = try TemporaryFolder()
        try folder.write(
            lines.joined(separator: separator) + (isEnded ? separator : ""), to: "list.txt")
        return (folder, try BreachList(path: "\(folder.path)/list.txt"))
    }

    private func expectAllFound(in list: BreachList) throws {
        for (password, count, _) in Self.known {
            #expect(try list.count(of: SecretText(password)) == count)
        }
        for number in 0..<200 {
            #expect(try list.count(of: SecretText("unknown \(number)")) == 0)
        }
    }

    @Test(
        "Every password of a file is found, and no other",
        arguments: [0, 1, 2, 3, 10, 1000, 20_000], ["\n", "\r\n"])
    func file(count: Int, separator: String) throws {
        for isEnded in [true, false] {
            let (folder, list) = try list(
                Self.lines(count), separator: separator, isEnded: isEnded)
            try expectAllFound(in: list)
            withExtendedLifetime(folder) {}
        }
    }

    @Test("Digits may be in lower case, and the file may end with an empty line")
    func tolerance() throws {
        let (folder, lower) = try list(Self.lines(100).map { $0.lowercased() })
        try expectAllFound(in: lower)
        let (second, empty) = try list(Self.lines(100) + [""])
        try expectAllFound(in: empty)
        withExtendedLifetime((folder, second)) {}
    }

    @Test("A count of 0 is padding and means that the password is not known")
    func padding() throws {
        let (folder, list) = try list(["5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:0"])
        #expect(try list.count(of: SecretText("password")) == 0)
        withExtendedLifetime(folder) {}
    }

    @Test("The first and the last line are found", arguments: ["\n", "\r\n"])
    func ends(separator: String) throws {
        let lines = Self.lines(50)
        for (password, count, digits) in Self.known {
            let place = try #require(lines.firstIndex { $0.hasPrefix(digits) })
            for part in [lines[place...], lines[...place]] {
                let (folder, list) = try list(
                    Array(part), separator: separator, isEnded: false)
                #expect(try list.count(of: SecretText(password)) == count)
                withExtendedLifetime(folder) {}
            }
        }
    }

    @Test("A folder of range files is read", arguments: ["", ".txt"], [true, false])
    func folder(ending: String, isUpper: Bool) throws {
        let folder = try TemporaryFolder()
        for (password, count, digits) in Self.known {
            let name = isUpper ? String(digits.prefix(5)) : digits.prefix(5).lowercased()
            let lines = Self.lines(800).map { $0.dropFirst(5) }.filter { !$0.isEmpty }
            let all = (lines + [(digits.dropFirst(5) + ":\(count)")[...]]).sorted()
            var unique: [Substring] = []
            for line in all where unique.last?.prefix(35) != line.prefix(35) { unique.append(line) }
            try folder.write(unique.joined(separator: "\r\n"), to: "ranges/\(name)\(ending)")
            let list = try BreachList(path: "\(folder.path)/ranges")
            #expect(try list.count(of: SecretText(password)) == count)
        }
    }

    @Test("A folder without the range of a password is not taken for an answer")
    func incompleteFolder() throws {
        let folder = try TemporaryFolder()
        let list = try BreachList(path: folder.path)
        let error = #expect(throws: AuditError.self) {
            try list.count(of: SecretText("password"))
        }
        #expect(error?.code == .auditMalformedBreaches)
        #expect(error.map { "\($0)" }?.contains("5BAA6") == false)
    }

    @Test(
        "A file in another format is refused",
        arguments: [
            "", "\n", "password:3\n", "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8\n",
            "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:\n",
            "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:many\n",
            "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:-1\n",
            "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FDX:1\n",
            // The hashes of NTLM have 32 digits.
            "32ED87BDB5FDC5E9CBA88547376818D4:24230577\n",
            "\u{FEFF}5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:3\n",
            String(repeating: "A", count: 5000),
        ])
    func malformed(text: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "list.txt")
        let error = #expect(throws: AuditError.self) {
            try BreachList(path: "\(folder.path)/list.txt").count(of: SecretText("password"))
        }
        #expect(error?.code == .auditMalformedBreaches)
        #expect(error?.remedy.isEmpty == false)
    }

    @Test("A bad line in the middle is noticed by those searches that meet it")
    func badLine() throws {
        var lines = Self.lines(2)
        lines.insert("# a comment", at: 3)
        let (folder, list) = try list(lines)
        #expect(throws: AuditError.self) {
            for (password, _, _) in Self.known { _ = try list.count(of: SecretText(password)) }
        }
        withExtendedLifetime(folder) {}
    }

    @Test("A file that is not sorted is noticed instead of giving a wrong answer")
    func unsorted() throws {
        let (folder, list) = try list(Self.lines(1000).reversed())
        let error = #expect(throws: AuditError.self) {
            for number in 0..<20 { _ = try list.count(of: SecretText("unknown \(number)")) }
        }
        #expect(error.map { "\($0.message)" } == "\(folder.path)/list.txt is not sorted by hash.")
    }

    @Test("What is not there, or no file, is said")
    func missing() throws {
        let folder = try TemporaryFolder()
        let missing = #expect(throws: AuditError.self) {
            try BreachList(path: "\(folder.path)/nothing")
        }
        #expect(missing?.code == .auditNoBreaches)
        let device = #expect(throws: AuditError.self) { try BreachList(path: "/dev/null") }
        #expect(device?.code == .auditNoBreaches)
    }
}
