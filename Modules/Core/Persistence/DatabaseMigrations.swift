/// Brings the tables of a database to the present version; each step is taken once.
///
/// Each step is one transaction. Its first change is a row that says that the step was taken. When
/// several programs start at the same moment, one of them adds that row; the others wait for it,
/// find it, and go on with the next step. So the locks that every write takes are enough. A crash
/// leaves a database between two steps, and the next start goes on from there.
public struct DatabaseMigrations: Sendable {
    /// Whose tables they are; several owners may share a database.
    let owner: String
    /// The statements of each step; a new version adds steps, and never changes one.
    let steps: [[String]]

    /// Makes the steps of an owner, such as a module; the first one takes an empty database.
    public init(of owner: String, steps: [[String]]) {
        self.owner = owner
        self.steps = steps
    }

    /// Takes the steps that a database lacks; one that lacks none is only read.
    ///
    /// - Returns: How many steps were taken by this call.
    /// - Throws: ``PersistenceError`` (`persistence.newer`) when it has more steps than are known here;
    ///   what the engine throws. The steps before the one that failed are taken.
    @discardableResult
    public func run(on database: any Database) throws -> Int {
        var (step, count) = (try knownSteps(of: database), 0)
        while steps.indices.contains(step) {
            if try take(step, on: database) { count += 1 }
            step += 1
        }
        // Others may have a newer version, and have gone on meanwhile.
        guard try knownSteps(of: database) == steps.count else {
            throw PersistenceError.newerTables(of: owner)
        }
        return count
    }

    private func take(_ step: Int, on database: any Database) throws -> Bool {
        try database.write { connection in
            let isFirst = try connection.execute(
                """
                INSERT INTO tenon_migration (owner, step) VALUES (?, ?)
                    ON CONFLICT (owner, step) DO NOTHING
                """, [.text(owner), .integer(Int64(step))])
            guard isFirst == 1 else { return false }
            for statement in steps[step] { try connection.execute(statement) }
            return true
        }
    }

    /// How many steps a database has taken.
    private func knownSteps(of database: any Database) throws -> Int {
        do {
            return try stepsTaken(in: database)
        } catch let error as any ExplainedError where error.code == .databaseMisuse {
            // The table is missing; if something else is wrong, this throws as well.
            try database.write { connection in
                try connection.execute(
                    """
                    CREATE TABLE IF NOT EXISTS tenon_migration (
                        owner TEXT NOT NULL, step BIGINT NOT NULL, PRIMARY KEY (owner, step))
                    """)
            }
            return try stepsTaken(in: database)
        }
    }

    private func stepsTaken(in database: any Database) throws -> Int {
        try database.read { connection in
            var count = 0
            try connection.query(
                "SELECT count(*) FROM tenon_migration WHERE owner = ?", [.text(owner)]
            ) { count = Int($0.integer(0)) }
            return count
        }
    }
}
