import TenonCore

extension DatabaseContract {
    static let values: [DatabaseContract] = [
        DatabaseContract("every kind of value comes back as it was bound") { place in
            let database = try place.openTable()
            let numbers: [Int64] = [.min, -1, 0, 1, 1 << 40, .max]
            let texts = ["", "a", "zwei é 漢字 😀 \u{1} \n", "'; DROP TABLE entry --", "?"]
            let blobs: [[UInt8]] = [[], [0], [0, 255, 1], Array(repeating: 0, count: 5)]
            let values =
                numbers.map(DatabaseValue.integer) + texts.map(DatabaseValue.text)
                + blobs.map(DatabaseValue.blob) + [.null]
            try database.write { connection in
                for (key, value) in values.enumerated() {
                    let column =
                        switch value {
                        case .integer, .null: "n"
                        case .text: "t"
                        case .blob: "b"
                        }
                    let count = try connection.execute(
                        "INSERT INTO entry (k, \(column)) VALUES (?, ?)",
                        [.integer(Int64(key)), value])
                    try place.expect(1, count)
                }
            }
            var seen: [DatabaseValue] = []
            try database.read { connection in
                try connection.query("SELECT n, t, b FROM entry ORDER BY k", []) { row in
                    if !row.isNull(0) { seen.append(.integer(row.integer(0))) }
                    if !row.isNull(1) { seen.append(.text(row.text(1))) }
                    if !row.isNull(2) {
                        seen.append(.blob(row.blob(2)))
                        try place.expect(row.blob(2), row.withBlob(2) { Array($0) })
                    }
                    if (0...2).allSatisfy({ row.isNull($0) }) { seen.append(.null) }
                }
            }
            try place.expect(values, seen)
        },
        DatabaseContract("a null reads as nothing of each kind") { place in
            let database = try place.openTable()
            try database.add(1)
            try database.read { connection in
                try connection.query("SELECT n, t, b FROM entry", []) { row in
                    try place.expect(0, row.integer(0))
                    try place.expect("", row.text(1))
                    try place.expect([], row.blob(2))
                    try place.expect(0, row.withBlob(2) { $0.count })
                }
            }
        },
        DatabaseContract("ten million bytes are one value") { place in
            let database = try place.openTable()
            let bytes = (0..<10_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            try database.write {
                try $0.execute("INSERT INTO entry (k, b) VALUES (1, ?)", [.blob(bytes)])
            }
            try database.read { connection in
                try connection.query("SELECT b FROM entry", []) { row in
                    try place.expect(true, row.blob(0) == bytes)
                }
            }
        },
        DatabaseContract("counts and sums are integers, and an integer is text when asked for") {
            place in
            let database = try place.openTable()
            try database.write {
                try $0.execute("INSERT INTO entry (k, n) VALUES (1, 40), (2, -52), (3, NULL)")
            }
            try place.expect([3], try database.integers("SELECT count(*) FROM entry"))
            try place.expect([-12], try database.integers("SELECT sum(n) FROM entry"))
            try database.read { connection in
                try connection.query("SELECT n FROM entry WHERE k = 2", []) { row in
                    try place.expect("-52", row.text(0))
                }
            }
        },
    ]

    static let statements: [DatabaseContract] = [
        DatabaseContract("a statement says how many rows it changed") { place in
            let database = try place.openTable()
            try database.add(1, 2, 3)
            try database.write { connection in
                try place.expect(
                    2, try connection.execute("UPDATE entry SET n = 1 WHERE k > ?", [.integer(1)]))
                try place.expect(
                    0,
                    try connection.execute(
                        "INSERT INTO entry (k) VALUES (1) ON CONFLICT (k) DO NOTHING"))
                try place.expect(3, try connection.execute("DELETE FROM entry"))
                try place.expect(0, try connection.execute("DELETE FROM entry"))
            }
        },
        DatabaseContract("a question mark in quotes, names and comments is no argument") { place in
            let database = try place.openTable()
            let sql = """
                SELECT '?' AS "a?b", /* ? */ 'it''s ?', ? -- ?
                """
            try database.read { connection in
                try connection.query(sql, [.text("x")]) { row in
                    try place.expect(["?", "it's ?", "x"], [0, 1, 2].map { row.text($0) })
                }
            }
        },
        DatabaseContract("a batch says what each of its statements did, and is one with the rest") {
            place in
            let database = try place.openTable()
            let batch =
                (0..<500).map {
                    DatabaseStatement("INSERT INTO entry (k) VALUES (?)", [.integer($0)])
                } + [DatabaseStatement("DELETE FROM entry WHERE k < ?", [.integer(7)])]
            let counts = try database.write { try $0.execute(batch) }
            try place.expect(Array(repeating: 1, count: 500) + [7], counts)
            try place.expect([493], try database.integers("SELECT count(*) FROM entry"))
            try place.expect([], try database.write { try $0.execute([]) })
            try place.expect(.databaseConstraint) {
                try database.write { connection in
                    try connection.execute([
                        DatabaseStatement("DELETE FROM entry"),
                        DatabaseStatement("INSERT INTO entry (k) VALUES (1), (1)"),
                        DatabaseStatement("INSERT INTO entry (k) VALUES (2)"),
                    ])
                }
            }
            try place.expect([493], try database.integers("SELECT count(*) FROM entry"))
        },
        DatabaseContract("statements may run inside the rows of a query, also the same one") {
            place in
            let database = try place.openTable()
            try database.add(1, 2, 3)
            var pairs: [Int64] = []
            try database.write { connection in
                try connection.query("SELECT k FROM entry ORDER BY k", []) { outer in
                    try connection.query("SELECT k FROM entry ORDER BY k", []) { inner in
                        pairs.append(outer.integer(0) * 10 + inner.integer(0))
                    }
                    try connection.execute(
                        "UPDATE entry SET n = k WHERE k = ?", [.integer(outer.integer(0))])
                }
            }
            try place.expect([11, 12, 13, 21, 22, 23, 31, 32, 33], pairs)
            try place.expect([6], try database.integers("SELECT sum(n) FROM entry"))
        },
        DatabaseContract("a query that is left early leaves a connection that works") { place in
            struct Enough: Error {}
            let database = try place.openTable()
            try database.write { connection in
                try connection.execute(
                    (0..<2000).map {
                        DatabaseStatement("INSERT INTO entry (k) VALUES (?)", [.integer($0)])
                    })
            }
            try database.read { connection in
                for end in [0, 1, 700] as [Int64] {
                    var last: Int64 = -1
                    do {
                        try connection.query("SELECT k FROM entry ORDER BY k", []) { row in
                            last = row.integer(0)
                            if last == end { throw Enough() }
                        }
                    } catch is Enough {}
                    try place.expect(end, last)
                }
                try place.expect([2000], try connection.integers("SELECT count(*) FROM entry"))
            }
        },
        DatabaseContract("what is wrong with a statement is told by the code of the error") {
            place in
            let database = try place.openTable()
            try place.expect(.databaseMisuse) { try database.read { try $0.execute("SELEKT") } }
            try place.expect(.databaseMisuse) {
                try database.read { try $0.query("SELECT a FROM nowhere", []) { _ in } }
            }
            for arguments in [[], [.integer(1), .integer(2)]] as [[DatabaseValue]] {
                try place.expect(.databaseMisuse) {
                    try database.write {
                        try $0.execute("INSERT INTO entry (k) VALUES (?)", arguments)
                    }
                }
            }
            try place.expect(.databaseConstraint) {
                try database.write { try $0.execute("INSERT INTO entry (k) VALUES (1), (1)") }
            }
            try place.expect(.databaseReadOnly) {
                try database.read { try $0.execute("INSERT INTO entry (k) VALUES (1)") }
            }
            try place.expect([], try database.keys())
        },
    ]
}
