import TenonCore
import WalletSyncRequests

/// The invitations by which new vaults come, within a read or a write.
///
/// An invitation is named by a hash of its code, and the code is nowhere: whoever looks for one by its code finds
/// the hash or does not, and the time that this takes says nothing of codes that are alike.
struct RegistrationRecords {
    /// What an invitation is like that lets another vault in.
    private static let good = "name = ? AND uses > 0 AND expires > ?"

    let connection: any DatabaseConnection

    /// Whether an invitation lets another vault in.
    func isGood(_ name: SyncName, at time: Int64) throws -> Bool {
        var isGood = false
        try connection.query(
            "SELECT 1 FROM registration WHERE \(Self.good)",
            [.text(name.description), .integer(time)]
        ) { _ in isGood = true }
        return isGood
    }

    /// The statement that takes one use; it changes no row when another vault has taken the last one.
    static func use(_ name: SyncName, at time: Int64) -> DatabaseStatement {
        DatabaseStatement(
            "UPDATE registration SET uses = uses - 1 WHERE \(good)",
            [.text(name.description), .integer(time)])
    }

    /// All of them, the oldest first.
    func all() throws -> [RegistrationInvitation] {
        var all: [RegistrationInvitation] = []
        try connection.query(
            "SELECT name, made, expires, uses FROM registration ORDER BY made, name", []
        ) { row in
            guard let name = SyncName(row.text(0)) else { return }
            all.append(
                RegistrationInvitation(
                    name: name, made: Timestamp(milliseconds: row.integer(1)),
                    expires: Timestamp(milliseconds: row.integer(2)), uses: Int(row.integer(3))))
        }
        return all
    }

    func add(_ invitation: RegistrationInvitation) throws {
        try connection.execute(
            "INSERT INTO registration (name, made, expires, uses) VALUES (?, ?, ?, ?)",
            [
                .text(invitation.name.description), .integer(invitation.made.milliseconds),
                .integer(invitation.expires.milliseconds), .integer(Int64(invitation.uses)),
            ])
    }

    /// Removes one.
    ///
    /// - Returns: Whether it was there.
    func remove(_ name: SyncName) throws -> Bool {
        try connection.execute(
            "DELETE FROM registration WHERE name = ?", [.text(name.description)]) == 1
    }

    /// Removes those that let no vault in any more.
    func removeSpent(at time: Int64) throws {
        try connection.execute(
            "DELETE FROM registration WHERE uses = 0 OR expires <= ?", [.integer(time)])
    }

    /// Puts others in the place of what there is.
    func replaceAll(by invitations: [RegistrationInvitation]) throws {
        try connection.execute("DELETE FROM registration")
        for invitation in invitations { try add(invitation) }
    }
}
