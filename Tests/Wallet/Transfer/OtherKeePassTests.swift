import Foundation
import TenonCore
import TenonSecurity
import TestSupport
import Testing

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("KeePass files that other programs write")
struct OtherKeePassTests {
    private func read(
        _ file: [UInt8], password: SecretText = OtherKeePassFile.password
    ) throws -> KeePassDocument {
        try file.withUnsafeBytes { try KeePassReader(tools: .live).read($0, password: password) }
    }

    private func code(_ file: [UInt8], password: SecretText = OtherKeePassFile.password)
        -> ErrorCode?
    {
        do {
            _ = try read(file, password: password)
            return nil
        } catch {
            return (error as? any ExplainedError)?.code
        }
    }

    /// KeePassXC must open it too: then it is such a file, and not only what is taken for one here.
    private func checkWithKeePassXC(_ file: [UInt8]) async throws {
        let folder = try TemporaryFolder()
        try Data(file).write(to: URL(filePath: folder.path + "/file.kdbx"))
        let tool = KeePassXC(folder: folder, password: OtherKeePassFile.password.reveal())
        #expect(
            try await tool.run("show", "-s", "-a", "Password", "file.kdbx", "Old") == "geheim-ß\n")
    }

    @Test(
        "version 4 with every cipher and key derivation",
        arguments: OtherKeePassFile.Cipher.allCases, OtherKeePassFile.Derivation.allCases)
    func version4(
        cipher: OtherKeePassFile.Cipher, derivation: OtherKeePassFile.Derivation
    ) async throws {
        let file = try OtherKeePassFile().version4(cipher, derivation)
        let entry = try #require(try read(file).entries.first)
        #expect(entry["Title"]?.reveal() == "Old" && entry["Password"]?.reveal() == "geheim-ß")
        #expect(code(file, password: SecretText("other")) == .transferWrongPassword)
        try await checkWithKeePassXC(file)
    }

    @Test("version 3.1, with times as text", arguments: [OtherKeePassFile.Cipher.aes256, .twofish])
    func version3(cipher: OtherKeePassFile.Cipher) async throws {
        let file = try OtherKeePassFile().version3(cipher)
        let entry = try #require(try read(file).entries.first)
        #expect(entry["Password"]?.reveal() == "geheim-ß")
        #expect(entry.created?.milliseconds == 1_577_934_245_000)
        #expect(code(file, password: SecretText("other")) == .transferWrongPassword)
        try await checkWithKeePassXC(file)
        #expect(code(Array(file.dropLast(5))) == .transferDamaged)
        var changed = file
        changed[changed.count - 200] ^= 1
        let damage = code(changed)
        #expect(damage == .transferDamaged || damage == .transferWrongPassword)
    }

    @Test("absurd key derivations are refused before work is spent on them")
    func absurd() throws {
        let files = OtherKeePassFile()
        let memory = try files.version4(.aes256, .argon2d) { $0.set("M", UInt64(1) << 50) }
        let passes = try files.version4(.aes256, .argon2d) { $0.set("I", UInt64.max) }
        let rounds = try files.version4(.aes256, .aes) { $0.set("R", UInt64.max) }
        for file in [memory, passes] { #expect(code(file) == .securityParameters) }
        #expect(code(rounds) == .transferTooLarge)
        let unknown = try files.version4(.aes256, .aes) {
            $0.set("$UUID", [UInt8](repeating: 1, count: 16))
        }
        #expect(code(unknown) == .transferUnsupported)
    }

    @Test("files of other versions and other files are named as such")
    func others() throws {
        var file = try OtherKeePassFile().version4(.aes256, .aes)
        file[10] = 5
        #expect(code(file) == .transferUnsupported)
        #expect(code(Array("no file at all".utf8)) == .transferFormat)
        #expect(code([]) == .transferDamaged)
    }

    @Test("random damage never crashes, and never opens")
    func damage() throws {
        let files = [
            try OtherKeePassFile().version3(rounds: 1),
            try OtherKeePassFile().version4(.aes256, .aes) { $0.set("R", UInt64(5_000)) },
        ]
        var generator = SeededGenerator(seed: 4)
        for (number, file) in files.enumerated() {
            for _ in 0..<2_000 {
                var bytes = file
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] ^= UInt8.random(in: 1...255, using: &generator)
                // The numbers of the header may ask for work that takes too long for a test.
                guard number == 1 || !(100..<230).contains(place) else { continue }
                #expect(number == 0 || code(bytes) != nil, "byte \(place)")
                _ = code(bytes)
            }
        }
    }

    @Test("damage inside of the encryption never crashes: headers, documents, texts")
    func innerDamage() throws {
        let stream = try KeePassStream(identifier: 3, key: SecretBytes.random(count: 32))
        let writer = KeePassDocumentWriter(stream: stream, xml: DocumentTools.live.xml)
        let entry = KeePassEntry(
            groups: ["A", "B"],
            fields: [
                .init(key: "Title", value: SecretText("T")),
                .init(key: "Password", value: SecretText("secret"), isProtected: true),
            ], tags: ["x"], history: [KeePassEntry()],
            others: [.init(key: "AutoType", value: SecretText("<AutoType><a/></AutoType>"))])
        let document = try writer.document(
            [entry], name: "n", now: Timestamp(milliseconds: 0)
        ).array
        var generator = SeededGenerator(seed: 5)
        var good = 0
        for _ in 0..<10_000 {
            var bytes = document
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
            let reader = KeePassDocumentReader(
                stream: try KeePassStream(identifier: 3, key: SecretBytes.random(count: 32)))
            let found = bytes.withUnsafeBytes { try? reader.read($0, DocumentTools.live.xml) }
            if found != nil { good += 1 }
        }
        #expect(good > 0 && good < 10_000)
    }
}
