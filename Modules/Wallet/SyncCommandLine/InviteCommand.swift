import ArgumentParser
import FoundationEssentials
import TenonCommandLine
import TenonCore
import WalletSyncServer

/// `wallet-sync invite`.
struct InviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: Help.localized("Make a code by which people bring new vaults."),
        discussion: Help.localized(
            """
            A server that runs with --registration invited lets a new vault in for such a code. Give it to \
            whoever is to have one, for “wallet sync set-up server ADDRESS”. It is printed once, and the \
            database has only a hash of it. The server may run meanwhile; name the same database.

            Examples:
              wallet-sync --database /var/lib/wallet-sync/sync.db invite
              wallet-sync --database postgresql:///wallet_sync invite --uses 5 --days 30
            """))

    @Option(help: .localized("How many vaults it lets in, from 1 to 1000000."))
    var uses = 1

    @Option(help: .localized("For how many days it is good, from 1 to 3650."))
    var days = 7

    @Flag(help: .localized("Print JSON."))
    var json = false

    func validate() throws {
        guard (1...1_000_000).contains(uses) else {
            throw ValidationError.localized("--uses takes a number from 1 to 1000000.")
        }
        guard (1...3650).contains(days) else {
            throw ValidationError.localized("--days takes a number from 1 to 3650.")
        }
    }

    func run() async throws {
        let (code, invitation) = try await RegistrationInvitations.current
            .make(uses: uses, days: days)
        if json {
            let document = NewInvitationDocument(
                code: code.reveal(), invitation: InvitationDocument(invitation))
            try StandardOutput.write(try JSONEncoder.readable(document) + "\n")
        } else {
            try StandardOutput.write(code)
            try StandardOutput.write("\n")
        }
    }
}

/// `wallet-sync invitations`.
struct InvitationsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invitations",
        abstract: Help.localized("List the invitations for new vaults."),
        discussion: Help.localized(
            """
            Of each, its name, when it was made, when it ends, and how many vaults it still lets in. The \
            codes are nowhere. Those that are over go when the next one is made.

            Examples:
              wallet-sync --database /var/lib/wallet-sync/sync.db invitations
              wallet-sync invitations --json
            """))

    @Flag(help: .localized("Print JSON."))
    var json = false

    func run() async throws {
        let invitations = try await RegistrationInvitations.current.all()
            .map(InvitationDocument.init)
        guard !json else {
            return try StandardOutput.write(try JSONEncoder.readable(invitations) + "\n")
        }
        if invitations.isEmpty {
            try StandardOutput.write(Help.localized("There are no invitations.") + "\n")
        }
        for invitation in invitations {
            let line = Help.localized(
                """
                \(invitation.id): made \(invitation.made), ends \(invitation.expires), vaults left: \
                \(invitation.uses)
                """)
            try StandardOutput.write("\(line)\n")
        }
    }
}

/// `wallet-sync revoke-invitation`.
struct RevokeInvitationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke-invitation",
        abstract: Help.localized("End an invitation for new vaults."),
        discussion: Help.localized(
            """
            Its code lets no vault in any more; vaults that it has let in stay.

            Examples:
              wallet-sync revoke-invitation 4z0t7q8m1v6c3x9k2b5n8r7d0e
            """))

    @Argument(help: .localized("The name of the invitation, as “invitations” lists it."))
    var id: String

    func run() async throws {
        try await RegistrationInvitations.current.revoke(id)
        try StandardOutput.write(Help.localized("The invitation is revoked.") + "\n")
    }
}

extension RegistrationInvitations {
    /// Those of the database that the settings name.
    ///
    /// - Throws: `CancellationError` when the application has stopped already.
    fileprivate static var current: RegistrationInvitations {
        get throws {
            guard let container = Environment.current else { throw CancellationError() }
            return container[.registrationInvitations]
        }
    }
}

/// An invitation, as JSON.
private struct InvitationDocument: Encodable {
    let id: String
    let made: String
    let expires: String
    let uses: Int

    init(_ invitation: RegistrationInvitation) {
        id = invitation.id
        made = InternetTime.write(invitation.made)
        expires = InternetTime.write(invitation.expires)
        uses = invitation.uses
    }
}

/// A new invitation with its code, as JSON.
private struct NewInvitationDocument: Encodable {
    let code: String
    let invitation: InvitationDocument
}
