import TenonCore
import TenonMemory
import TenonSecurity
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("Files that would take more time or memory than they are worth")
struct BoundsTests {
    @Test("a cell that is too large is one problem, and nothing inside of it is imported")
    func largeCell() async throws {
        let fixture = try await TransferFixture()
        let note = String(repeating: "x", count: 1_000)
        let inside = String(repeating: "evil,https://evil.example,u,p,\(note)\n", count: 1_200)
        let result = try await fixture.import(
            "name,url,username,password,note\nbig,https://big.example,u,p,\"\(inside)\"\n"
                + "good,https://good.example,u,p,\n")
        #expect(result.problems == [RowProblem(line: 2, reason: .fieldTooLong)])
        #expect(try await fixture.logins().map(\.title) == ["good"])
        // Without its end it may be a mark that is missing: the rows are rows then.
        let open = try await TransferFixture()
        let second = try await open.import(
            "name,url,username,password,note\nbig,https://big.example,u,p,\"\(inside)")
        #expect(second.problems.first == RowProblem(line: 2, reason: .fieldTooLong))
        #expect(try await open.logins().map(\.title) == ["evil"])
    }

    @Test("a file of which hardly a row can be understood is refused as a whole")
    func noRows() async throws {
        let fixture = try await TransferFixture()
        let text = "name,url,username,password,note\n" + String(repeating: "x\n", count: 10_001)
        let error = await #expect(throws: TransferError.self) { try await fixture.import(text) }
        #expect(error?.code == .transferDamaged)
    }

    @Test("a key derivation of more than half a minute on this machine is not begun")
    func derivations() throws {
        #expect(throws: TransferError.self) {
            try DerivationBudget.checkArgon2(memory: 1 << 18, iterations: 1 << 20, lanes: 1)
        }
        #expect(throws: TransferError.self) {
            try DerivationBudget.checkArgon2(memory: 1 << 40, iterations: 1, lanes: 1)
        }
        #expect(throws: TransferError.self) {
            try DerivationBudget.checkArgon2(memory: .max, iterations: .max, lanes: 64)
        }
        #expect(throws: TransferError.self) { try DerivationBudget.checkAES(rounds: .max) }
        #expect(throws: TransferError.self) {
            try DerivationBudget.checkPBKDF2(iterations: .max)
        }
        // What programs make is not even measured.
        try DerivationBudget.checkArgon2(memory: 1 << 16, iterations: 3, lanes: 4)
        try DerivationBudget.checkAES(rounds: 6_000_000)
        try DerivationBudget.checkPBKDF2(iterations: 600_000)
    }

    @Test("a compressed document that expands out of all proportion is refused before it does")
    func bomb() throws {
        let zeros = SecretBuffer(capacity: 1)
        zeros.append([UInt8](repeating: 0, count: 170 << 20))
        let packed = SecretBuffer(capacity: 1 << 17)
        try zeros.withBytes { bytes in
            try DocumentTools.live.gzip.compress(bytes) { packed.append($0) }
        }
        // One that lies about its size is stopped where it said that it ends.
        let liar = SecretBuffer(capacity: packed.count)
        liar.append(Array(packed.array.dropLast(4)) + [0, 0, 1, 0])
        for (content, code) in [
            (packed, ErrorCode.transferTooLarge), (liar, ErrorCode("archive.too-large", .badData)),
        ] {
            let file = try OtherKeePassFile().version4(.chaCha20, .aes, content: content)
            let error = #expect(throws: (any Error).self) {
                _ = try file.withUnsafeBytes {
                    try KeePassReader(tools: .live).read($0, password: OtherKeePassFile.password)
                }
            }
            #expect((error as? any ExplainedError)?.code == code)
        }
    }

    @Test("a history that is too long is shortened, and every password of it is there")
    func history() throws {
        let notes = String(repeating: "x", count: 100_000)
        func version(_ number: Int) -> KeePassEntry {
            KeePassEntry(
                uuid: [UInt8](repeating: 7, count: 16),
                fields: [
                    .init(key: "Title", value: SecretText("Long")),
                    .init(key: "Password", value: SecretText("p-\(number)-end"), isProtected: true),
                    .init(key: "Notes", value: SecretText(notes)),
                ], changed: Timestamp(seconds: Int64(number)))
        }
        var entry = version(99)
        entry.history = (0..<60).map(version)
        let imported = KeePassItem(xml: DocumentTools.live.xml).item(entry)
        #expect(ItemLimits.problem(of: imported.item) == nil)
        #expect(imported.remarks == [.history])
        let kept = imported.item.customFields.filter { $0.label.hasPrefix(".keepass.history.") }
        #expect(kept.count == 60)
        for number in 0..<60 {
            #expect(kept.contains { $0.value.reveal().contains("p-\(number)-end") })
        }
        #expect(kept.last?.value.count ?? 0 > 100_000 && kept.first?.value.count ?? 0 < 2_000)
        entry.history = Array(entry.history.suffix(3))
        #expect(KeePassItem(xml: DocumentTools.live.xml).item(entry).remarks.isEmpty)
    }
}
