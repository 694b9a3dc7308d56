package import TenonCore

/// What people said of the columns of earlier files, kept for the next ones.
package enum KnownColumns {
    /// Where it is stored; it holds names of columns, and nothing else of a file.
    static let storage = Versioned(StorageKey("wallet.import", "columns"), [ColumnMapping].self)

    private static let most = 20

    /// What is kept, the latest first.
    package static func all(in persister: any Persister) async -> [ColumnMapping] {
        await storage.load(from: persister, orUse: []).value
    }

    /// Keeps what was said of a file.
    ///
    /// - Throws: `PersistenceError`, or an error of the storage; nothing has changed then.
    package static func keep(_ mapping: ColumnMapping, in persister: any Persister) async throws {
        let others = await all(in: persister).filter { $0 != mapping }
        try await storage.save([mapping] + others.prefix(most - 1), to: persister)
    }
}
