package import TenonCore
import TenonSecurity
import WalletSyncRequests

/// What lets new vaults in where the server takes them by invitation.
package struct RegistrationInvitation: Sendable {
    let name: SyncName
    /// When it was made.
    package let made: Timestamp
    /// From when on it lets no vault in.
    package let expires: Timestamp
    /// How many vaults it still lets in.
    package let uses: Int

    /// What the operator calls it; it is made of a hash of its code, and tells nothing of it.
    package var id: String { name.description }
}

/// Makes invitations for new vaults, lists them and revokes them, also while servers run.
package struct RegistrationInvitations: Sendable {
    private let store: SyncStore
    private let clock: any TimeTelling

    init(_ store: SyncStore, _ clock: any TimeTelling) {
        self.store = store
        self.clock = clock
    }

    /// Makes an invitation, and removes those that are over.
    ///
    /// - Parameters:
    ///   - uses: How many vaults it lets in.
    ///   - days: For how many days it does.
    /// - Returns: It, and its code, which is nowhere else: 160 random bits in base 32.
    /// - Throws: ``SyncServerError``; an error of the database.
    package func make(
        uses: Int, days: Int
    ) async throws -> (code: SecretText, invitation: RegistrationInvitation) {
        let time = clock.now()
        let secret = SecretBytes.random(count: SyncLimit.registrationCode)
        let invitation = RegistrationInvitation(
            name: secret.withBytes { SyncName(hashOf: $0) }, made: time,
            expires: time.advanced(by: .seconds(days * 86_400)), uses: uses)
        try await open {
            try await store.write { connection in
                let records = RegistrationRecords(connection: connection)
                try records.removeSpent(at: time.milliseconds)
                try records.add(invitation)
            }
        }
        return (Base32.encode(secret), invitation)
    }

    /// All invitations, the oldest first, also those that are over.
    ///
    /// - Throws: ``SyncServerError``; an error of the database.
    package func all() async throws -> [RegistrationInvitation] {
        try await open {
            try await store.read { try RegistrationRecords(connection: $0).all() }
        }
    }

    /// Ends an invitation; vaults that it has let in stay.
    ///
    /// - Parameter id: What the operator calls it.
    /// - Throws: ``SyncServerError`` when there is none of this name; an error of the database.
    package func revoke(_ id: String) async throws {
        guard let name = SyncName(id) else { throw SyncServerError.noInvitation(id) }
        let wasThere = try await open {
            try await store.write { try RegistrationRecords(connection: $0).remove(name) }
        }
        guard wasThere else { throw SyncServerError.noInvitation(id) }
    }

    /// Opens the database for as long as something is done with it.
    private func open<Result>(_ body: () async throws -> Result) async throws -> Result {
        try store.open()
        defer { store.close() }
        return try await body()
    }
}

extension AnyPort {
    /// The invitations by which new vaults come.
    package static let registrationInvitations = Port<RegistrationInvitations>(
        "registrationInvitations", providers: ["WalletSyncServer"])
}
