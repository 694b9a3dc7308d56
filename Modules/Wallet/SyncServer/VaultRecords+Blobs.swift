import TenonCore
import WalletSyncRequests

extension VaultRecords {
    func blob(_ blob: SyncName) throws -> [UInt8]? {
        try first(
            "SELECT content FROM blob WHERE vault = ? AND name = ?", [.text(blob.description)]
        ) { $0.blob(0) }
    }

    func hasBlob(_ blob: SyncName) throws -> Bool {
        try first("SELECT 1 FROM blob WHERE vault = ? AND name = ?", [.text(blob.description)]) {
            _ in true
        } ?? false
    }

    /// Puts a part of a file there.
    func put(_ content: [UInt8], as blob: SyncName) throws {
        try changeRows([
            counting(Self.cost(of: content)),
            DatabaseStatement(
                "INSERT INTO blob (vault, name, content) VALUES (?, ?, ?)",
                [name, .text(blob.description), .blob(content)]),
        ])
    }

    /// Takes a part of a file away; does nothing when there is none.
    func remove(blob: SyncName) throws {
        let blob = DatabaseValue.text(blob.description)
        let bytes = try first(
            "SELECT length(content) FROM blob WHERE vault = ? AND name = ?", [blob]
        ) { $0.integer(0) }
        guard let bytes else { return }
        try changeRows([
            counting(-bytes - Self.rowBytes),
            DatabaseStatement("DELETE FROM blob WHERE vault = ? AND name = ?", [name, blob]),
        ])
    }
}
