import TenonCore
import TenonSecurity
import Testing
import WalletVault

@testable import WalletSync  // What machines leave each other in the folder is internal.

@Suite("The code of an invitation, and what is sealed with it")
struct InvitationTests {
    private let vault = ItemID()
    private let key = SecretBytes.random(count: 32)

    @Test("A code is read as it was made, in capitals and with line breaks as well")
    func reading() throws {
        let invitation = Invitation(to: vault, at: "/home/ada/Größe & Co")
        let text = invitation.code.reveal()
        let wrapped = text.uppercased().enumerated().map { index, symbol in
            index % 20 == 19 ? "\(symbol)\n " : "\(symbol)"
        }.joined()
        for typed in [text, wrapped, "  \(text)\n"] {
            let read = try Invitation(code: SecretText(typed))
            #expect(read.vault == vault)
            #expect(read.address == "/home/ada/Größe & Co")
            #expect(read.id == invitation.id)
        }
    }

    @Test("No symbol may be another one, be missing, or come in addition")
    func mistyped() throws {
        let text = Array(Invitation(to: vault, at: "/stick").code.reveal())
        for index in text.indices {
            var wrong = text
            wrong[index] = text[index] == "a" ? "b" : "a"
            expectRefusal(String(wrong))
            wrong = text
            wrong.remove(at: index)
            expectRefusal(String(wrong))
        }
        for wrong in ["", "wallet-sync:", "wallet-sync:aa", String(text) + "aaaaaaaa"] {
            expectRefusal(wrong)
        }
    }

    private func expectRefusal(_ text: String) {
        // What the last symbol says beyond the last byte is not part of the code.
        guard let read = try? Invitation(code: SecretText(text)) else { return }
        #expect(read.vault == vault && read.address == "/stick", "\(text)")
    }

    @Test("An offer opens with its own invitation only, and not as a request")
    func offer() async throws {
        let fixture = try await SyncFixture()
        let invitation = Invitation(to: vault, at: "/stick")
        let offer = InvitationOffer(
            expiry: Timestamp(milliseconds: 17), beginning: [1, 2, 3],
            introduction: try await fixture.founder.introduction())
        let sealed = try offer.sealed(for: invitation)
        let opened = try InvitationOffer(opening: sealed, by: invitation)
        #expect(opened.expiry == offer.expiry)
        #expect(opened.beginning == offer.beginning)
        #expect(opened.introduction == offer.introduction)
        #expect(throws: SyncError.self) {
            try InvitationOffer(opening: sealed, by: Invitation(to: vault, at: "/stick"))
        }
        #expect(throws: SyncError.self) {
            try InvitationRequest(opening: sealed, by: invitation, keys: [key])
        }
        for index in sealed.indices {
            var altered = sealed
            altered[index] ^= 1
            #expect(throws: SyncError.self) {
                try InvitationOffer(opening: altered, by: invitation)
            }
        }
    }

    @Test("Whoever has the code but not the vault cannot ask to be let in")
    func proof() throws {
        let invitation = Invitation(to: vault, at: "/stick")
        let keys = try Ed25519.KeyPair.make()
        let device = try #require(Device(publicKey: keys.publicKey, name: "phone"))
        let right = try InvitationRequest(of: device, keys: [key], vault: vault)
            .sealed(for: invitation)
        #expect(
            try InvitationRequest(opening: right, by: invitation, keys: [key]).device == device)
        let wrong = try InvitationRequest(of: device, keys: [.random(count: 32)], vault: vault)
            .sealed(for: invitation)
        #expect(throws: SyncError.self) {
            try InvitationRequest(opening: wrong, by: invitation, keys: [key])
        }
    }
}
