package import TenonCore
import TenonSecurity
package import WalletVault

/// A code that lets one other machine in: the vault, where its data is kept, and 160 random bits.
///
/// It opens nothing by itself: what is sealed with it needs the passphrase of the vault as well.
package struct Invitation: Sendable {
    private static let scheme = "wallet-sync:"

    private let place: PlaceCode

    /// Makes an invitation.
    package init(to vault: ItemID, at address: String) {
        place = PlaceCode(
            of: vault, at: address, secret: .random(count: PlaceCode.secretCount))
    }

    /// Reads a code as a person pasted it: case and white space do not matter.
    ///
    /// - Throws: ``SyncError`` (`syncInvitation`).
    package init(code: SecretText) throws {
        guard let place = PlaceCode(code, scheme: Self.scheme) else {
            throw SyncError.mistypedInvitation
        }
        self.place = place
    }

    /// The vault.
    package var vault: ItemID { place.vault }

    /// Where its data is kept, as the machine that invites names it.
    package var address: String { place.address }

    /// The code, to be copied to the other machine.
    package var code: SecretText { place.text(scheme: Self.scheme) }

    /// The name of the invitation, which tells nothing of its secret.
    package var id: ItemID {
        let bytes = derive("name", count: ItemCoding.byteCount).withBytes { Array($0) }
        return bytes.withUnsafeBytes { ItemCoding.id($0) } ?? vault
    }

    /// What a server knows whoever has the code by.
    func makeKeys() throws -> Ed25519.KeyPair {
        try Ed25519.KeyPair(secretKey: derive("key", count: Ed25519.keyCount))
    }

    /// What seals the notes about it.
    func makeSeal() throws -> AES256GCM { try AES256GCM(key: derive("seal", count: 32)) }

    private func derive(_ purpose: String, count: Int) -> SecretBytes {
        place.derive("invitation \(purpose)", count: count)
    }
}
