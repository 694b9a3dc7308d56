import TenonCore
import WalletSyncRequests

extension VaultRecords {
    /// An invitation.
    struct Invitation {
        let publicKey: [UInt8]
        let made: Int64
        let offer: [UInt8]?
        let request: [UInt8]?
    }

    func invitation(_ id: SyncName) throws -> Invitation? {
        try first(
            """
            SELECT public_key, made, offer, request FROM invitation
                WHERE vault = ? AND invitation = ?
            """, [.text(id.description)]
        ) { row in
            Invitation(
                publicKey: row.blob(0), made: row.integer(1),
                offer: row.isNull(2) ? nil : row.blob(2),
                request: row.isNull(3) ? nil : row.blob(3))
        }
    }

    func invitationCount() throws -> Int64 {
        try first("SELECT count(*) FROM invitation WHERE vault = ?", []) { $0.integer(0) } ?? 0
    }

    func offer(_ note: [UInt8], _ id: SyncName, publicKey: [UInt8], at time: Int64) throws {
        try changeRows([
            counting(Self.cost(of: note)),
            DatabaseStatement(
                """
                INSERT INTO invitation (vault, invitation, public_key, made, offer)
                    VALUES (?, ?, ?, ?, ?)
                """,
                [name, .text(id.description), .blob(publicKey), .integer(time), .blob(note)]),
        ])
    }

    /// Answers an invitation, which has a row already.
    func request(_ note: [UInt8], _ id: SyncName) throws {
        try changeRows([
            counting(Int64(note.count)),
            DatabaseStatement(
                """
                UPDATE invitation SET request = ?
                    WHERE vault = ? AND invitation = ? AND request IS NULL
                """, [.blob(note), name, .text(id.description)]),
        ])
    }

    /// Removes an invitation; does nothing when there is none.
    func removeInvitation(_ id: SyncName) throws {
        let id = DatabaseValue.text(id.description)
        let bytes = try first(
            """
            SELECT length(offer), length(request) FROM invitation
                WHERE vault = ? AND invitation = ?
            """, [id]
        ) { $0.integer(0) + $0.integer(1) }
        guard let bytes else { return }
        try changeRows([
            counting(-bytes - Self.rowBytes),
            DatabaseStatement(
                "DELETE FROM invitation WHERE vault = ? AND invitation = ?", [name, id]),
        ])
    }

    /// Removes those that are older than a time.
    func removeInvitations(madeBefore time: Int64) throws {
        var old: [SyncName] = []
        try connection.query(
            "SELECT invitation FROM invitation WHERE vault = ? AND made < ?",
            [name, .integer(time)]
        ) { row in
            if let id = SyncName(row.text(0)) { old.append(id) }
        }
        for id in old { try removeInvitation(id) }
    }
}
