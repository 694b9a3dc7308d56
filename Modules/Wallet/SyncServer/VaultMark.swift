import TenonCore
import WalletSyncRequests

/// A value that differs whenever the logs or the devices of a vault have changed, or an invitation was
/// answered.
struct VaultMark: Sendable, Equatable {
    private let numbers: Int64
    private let devices: Int64
    private let added: Int64
    private let removed: Int64
    /// How many invitations were answered that are still there.
    private let answers: Int64

    /// How many vaults one query asks for: few sizes, so that the database knows each statement.
    private static let sizes = [1, 16, 256]

    /// The marks of vaults; those that are not there have none.
    static func marks(
        of vaults: [SyncName], in connection: any DatabaseConnection
    ) throws -> [SyncName: VaultMark] {
        var marks: [SyncName: VaultMark] = [:]
        var rest = vaults[...]
        while let last = rest.last {
            let size = sizes.first { $0 >= rest.count } ?? sizes[sizes.count - 1]
            // The last vault fills the places that are left.
            let names = rest.prefix(size) + Array(repeating: last, count: max(0, size - rest.count))
            rest = rest.dropFirst(size)
            let places = Array(repeating: "?", count: size).joined(separator: ", ")
            try connection.query(
                """
                SELECT vault, sum(number), count(*), max(added), max(removed),
                    (SELECT count(*) FROM invitation
                        WHERE invitation.vault = device.vault AND request IS NOT NULL)
                    FROM device WHERE vault IN (\(places)) GROUP BY vault
                """, names.map { .text($0.description) }
            ) { row in
                guard let name = SyncName(row.text(0)) else { return }
                marks[name] = VaultMark(
                    numbers: row.integer(1), devices: row.integer(2), added: row.integer(3),
                    removed: row.integer(4), answers: row.integer(5))
            }
        }
        return marks
    }
}
