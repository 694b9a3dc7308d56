import TenonCore

extension DatabaseContract {
    static let transactions: [DatabaseContract] = [
        DatabaseContract("a transaction that throws leaves nothing, and its error comes out") {
            place in
            struct Undone: Error {}
            let database = try place.openTable()
            do {
                try database.write { connection in
                    try connection.execute("INSERT INTO entry (k) VALUES (1)")
                    throw Undone()
                }
                throw TestingError.unmet("the error of the closure", seen: "No error.")
            } catch is Undone {}
            try place.expect([], try database.keys())
            try database.add(1)
            try place.expect([1], try database.keys())
        },
        DatabaseContract("a transaction sees what it has changed itself") { place in
            let database = try place.openTable()
            try database.write { connection in
                try connection.execute("INSERT INTO entry (k) VALUES (5)")
                try place.expect([5], try connection.integers("SELECT k FROM entry"))
            }
        },
        DatabaseContract("a read sees one moment, whatever is written meanwhile") { place in
            let database = try place.openTable()
            try database.read { connection in
                try place.expect([0], try connection.integers("SELECT count(*) FROM entry"))
                try database.add(1)
                try place.expect([0], try connection.integers("SELECT count(*) FROM entry"))
            }
            try place.expect([1], try database.keys())
        },
        DatabaseContract("of many tasks that count, none loses a step") { place in
            let database = try place.openTable()
            try database.write { try $0.execute("INSERT INTO entry (k, n) VALUES (1, 0)") }
            try await withThrowingTaskGroup { group in
                for _ in 0..<64 {
                    group.addTask {
                        try database.write { connection in
                            let count = try connection.integers("SELECT n FROM entry WHERE k = 1")
                            try connection.execute(
                                "UPDATE entry SET n = ? WHERE k = 1", [.integer(count[0] + 1)])
                        }
                    }
                }
                try await group.waitForAll()
            }
            try place.expect([64], try database.integers("SELECT n FROM entry"))
        },
        DatabaseContract("many tasks read at once, each its own snapshot") { place in
            let database = try place.openTable()
            try database.write { connection in
                for key in Int64(0)..<1000 {
                    try connection.execute("INSERT INTO entry (k) VALUES (?)", [.integer(key)])
                }
            }
            try await withThrowingTaskGroup(of: Int64.self) { group in
                for _ in 0..<64 {
                    group.addTask {
                        try database.integers("SELECT k FROM entry").reduce(0, +)
                    }
                }
                for try await sum in group { try place.expect(499_500, sum) }
            }
        },
    ]

    static let openings: [DatabaseContract] = [
        DatabaseContract("what one opening has committed, another sees at once") { place in
            let (first, second) = (try place.openTable(), try place.open())
            for key in Int64(0)..<20 {
                try first.add(key)
                try place.expect(Array(0...key), try second.keys())
            }
        },
        DatabaseContract("the data version differs after a commit of any opening") { place in
            let (first, second) = (try place.openTable(), try place.open())
            var version = try first.dataVersion()
            for (key, database) in [first, second, first, second].enumerated() {
                try database.add(Int64(key))
                let next = try first.dataVersion()
                try place.expect(false, next == version)
                version = next
            }
        },
        DatabaseContract("what is opened for reading only is not written to") { place in
            try place.openTable().add(1)
            let database = try place.open(readOnly: true)
            try place.expect(.databaseReadOnly) { try database.write { _ in } }
            try place.expect(.databaseReadOnly) {
                try database.read { try $0.execute("DELETE FROM entry") }
            }
            try place.expect([1], try database.keys())
        },
        DatabaseContract("what was closed is not used, and what is open stays so") { place in
            let (closed, open) = (try place.openTable(), try place.open())
            try closed.close()
            try closed.close()
            try place.expect(.databaseMisuse) { try closed.keys() }
            try place.expect(.databaseMisuse) { try closed.write { _ in } }
            try place.expect(.databaseMisuse) { try closed.dataVersion() }
            try open.add(1)
            try place.expect([1], try open.keys())
        },
    ]

    static let migrations: [DatabaseContract] = [
        DatabaseContract("migrations are run once, and later ones when they come") { place in
            let database = try place.open()
            let steps = [
                ["CREATE TABLE entry (k BIGINT PRIMARY KEY)", "INSERT INTO entry VALUES (1)"],
                ["ALTER TABLE entry ADD COLUMN n BIGINT NOT NULL DEFAULT 7"],
            ]
            let old = DatabaseMigrations(of: "old", steps: [steps[0]])
            try place.expect(1, try old.run(on: database))
            try place.expect(0, try old.run(on: database))
            try place.expect(0, try old.run(on: place.open(readOnly: true)))
            let new = DatabaseMigrations(of: "old", steps: steps)
            try place.expect(1, try new.run(on: database))
            try place.expect([7], try database.integers("SELECT n FROM entry"))
            try place.expect(.persistenceNewer) { try old.run(on: database) }
            let other = DatabaseMigrations(of: "other", steps: [["CREATE TABLE other (k BIGINT)"]])
            try place.expect(1, try other.run(on: database))
        },
        DatabaseContract("a migration that fails leaves the steps before it") { place in
            let database = try place.open()
            let steps = [
                ["CREATE TABLE entry (k BIGINT)"], ["CREATE TABLE other (k BIGINT)", "BAD"],
            ]
            try place.expect(.databaseMisuse) {
                try DatabaseMigrations(of: "x", steps: steps).run(on: database)
            }
            try place.expect([], try database.keys())
            try place.expect(.databaseMisuse) { try database.integers("SELECT k FROM other") }
            let mended = DatabaseMigrations(of: "x", steps: [steps[0], [steps[1][0]]])
            try place.expect(1, try mended.run(on: database))
        },
        DatabaseContract("of many that start at the same moment, one runs each migration") {
            place in
            let steps =
                [["CREATE TABLE entry (k BIGINT)"]]
                + (0..<5).map { step in
                    ["INSERT INTO entry VALUES (\(step))"]
                }
            let databases = try (0..<6).map { _ in try place.open() }
            let counts = try await withThrowingTaskGroup(of: Int.self) { group in
                for database in databases {
                    group.addTask {
                        try DatabaseMigrations(of: "x", steps: steps).run(on: database)
                    }
                }
                return try await group.reduce(0, +)
            }
            try place.expect(6, counts)
            try place.expect([0, 1, 2, 3, 4], try databases[0].keys())
        },
    ]
}
