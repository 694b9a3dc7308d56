import TenonSecurity
package import WalletVault

/// Where machines leave each other notes about an invitation; nothing that it says is believed.
package protocol InvitationBoard: Sendable {
    /// A note; `nil` when it is not there, or not yet.
    func note(_ name: InvitationNote) async throws -> [UInt8]?

    /// Leaves a note, durably, and never in the place of another one.
    ///
    /// - Returns: Whether it is there now; `false` when there was one of this name.
    func leave(_ note: [UInt8], as name: InvitationNote) async throws -> Bool

    /// Takes a note away; does nothing when there is none.
    func remove(_ name: InvitationNote) async throws
}

/// The name of a note.
package struct InvitationNote: Sendable, Equatable {
    /// Who leaves it.
    package enum Kind: String, Sendable {
        /// The machine that invites.
        case offer
        /// The machine that wants to be let in.
        case request
    }

    /// The longest note, in bytes.
    package static let limit = 1 << 20

    /// The invitation that it is about.
    package let invitation: ItemID
    /// Who leaves it.
    package let kind: Kind
    /// The public key of the invitation, by which a server knows whoever has the code.
    package let publicKey: [UInt8]

    /// Names a note.
    ///
    /// - Throws: `SecurityError`.
    package init(_ kind: Kind, of invitation: Invitation) throws {
        self.kind = kind
        self.invitation = invitation.id
        publicKey = try invitation.makeKeys().publicKey
    }
}
