import TenonCore
import TenonSecurity
import Testing
import WalletVault

@testable import WalletSync  // Only a machine with a defect makes the commits; padding is internal.

@Suite("What commits say of a state, and their lengths")
struct CommitFormTests {
    private let remote = OpenRemote()

    @Test(
        "A machine that has the same changes and another state is named, and nothing of it is taken",
        arguments: [true, false])
    func divergence(isSame: Bool) async throws {
        let fixture = try await SyncFixture()
        let keys = try Ed25519.KeyPair.make()
        let phone = try #require(Device(publicKey: keys.publicKey, name: "phone"))
        _ = try await fixture.founder.introduce(phone)
        var hash = await fixture.founder.stateHash
        if !isSame { hash[0] ^= 1 }
        let content = CommitContent(
            seen: await fixture.founder.vector, at: SyncFixture.now(), stateHash: hash, changes: [])
        let commit = try CommitSealer(vault: fixture.vault, keys: [fixture.key])
            .make(content, after: .start, by: keys, phone.id)
        remote.change(phone.id) { $0 = [commit] }
        let report = try await fixture.founder.synchronize(with: remote)
        #expect(report.problems.map(\.device) == (isSame ? [] : [phone.id]))
        #expect(report.problems.map(\.error.code) == (isSame ? [] : [ErrorCode.syncDiverged]))
        #expect(await fixture.founder.vector.number(of: phone.id) == (isSame ? 1 : 0))
    }

    @Test("A commit has one of few lengths, and 256 bytes of content at least")
    func lengths() async throws {
        let fixture = try await SyncFixture()
        let item = ItemID()
        for count in stride(from: 1, through: 1_000, by: 9) {
            let password = SecretText(String(repeating: "x", count: count))
            try await fixture.founder.commit([
                .fields(item, [.presence: SecretText("1"), .password: password])
            ])
        }
        _ = try await fixture.founder.synchronize(with: remote)
        let bodies = remote.log(of: fixture.founder.device.id).map { commit in
            commit.count - CommitHeader.byteCount - AES256GCM.overhead - Ed25519.signatureCount
        }
        #expect(bodies.count >= 112)
        for body in bodies { #expect(body >= 256 && body == Padding.padded(body), "\(body)") }
        #expect(Set(bodies).count <= 40)
    }

    @Test(
        "Lengths are padded as Padmé does",
        arguments: [
            (0, 0), (1, 1), (8, 8), (9, 10), (256, 256), (257, 272), (1_000, 1_024),
            (1_025, 1_088), (1_000_000, 1_015_808),
        ])
    func padding(_ length: Int, _ padded: Int) {
        #expect(Padding.padded(length) == padded)
    }
}
