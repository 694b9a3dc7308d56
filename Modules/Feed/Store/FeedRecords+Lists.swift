import FeedAPI
import TenonCore

/// What is known of a list beside what is in it.
struct ListRecord<Element: FeedModel>: Sendable {
    /// The place of the first element that is shown; what is above it waits.
    var shown: Int64 = 0
    /// The element that the person reads at; empty for the first.
    var reading = ""
    var newer: PageLink<Element>?
    var older: PageLink<Element>?
}

extension FeedRecords {
    func list<Element>(
        _ name: String, of account: Int64
    ) throws -> ListRecord<Element>? {
        var found: ListRecord<Element>?
        try connection.query(
            "SELECT shown, place, newer, older FROM feed_list WHERE account = ? AND list = ?",
            [.integer(account), .text(name)]
        ) { row in
            found = ListRecord(
                shown: row.integer(0), reading: row.text(1), newer: Self.value(of: row.blob(2)),
                older: Self.value(of: row.blob(3)))
        }
        return found
    }

    func set<Element>(_ list: ListRecord<Element>, _ name: String, of account: Int64) throws {
        try connection.execute(
            """
            INSERT INTO feed_list (account, list, shown, place, newer, older, used)
                VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (account, list) DO UPDATE SET
                shown = excluded.shown, place = excluded.place, newer = excluded.newer,
                older = excluded.older, used = excluded.used
            """,
            [
                .integer(account), .text(name), .integer(list.shown), .text(list.reading),
                try Self.value(list.newer), try Self.value(list.older),
                .integer(try nextNumber()),
            ])
    }

    private static func value(_ link: PageLink<some FeedModel>?) throws -> DatabaseValue {
        try link.map { .blob(try bytes(of: $0)) } ?? .null
    }

    /// Puts elements in the place of all that a list had; all are shown.
    func replace<Element: Keepable>(
        _ name: String, with elements: [Element], of account: Int64
    ) throws {
        try clear(name, of: account)
        _ = try add(elements, above: true, to: name, of: account)
        var known = ListRecord<Element>()
        known.shown = try edge(above: true, of: name, account)
        try set(known, name, of: account)
    }

    /// The elements of a list that is not read in windows; `nil` for one that was never fetched.
    func elements<Element: Keepable>(of name: String, _ account: Int64) throws -> [Element]? {
        let known: ListRecord<Element>? = try list(name, of: account)
        return try known.map { try elements(from: $0.shown, 0..<1_000, of: name, account) }
    }

    func clear(_ name: String, of account: Int64) throws {
        try connection.execute(
            "DELETE FROM feed_entry WHERE account = ? AND list = ?",
            [.integer(account), .text(name)])
    }

    /// Adds a page above or below what is there, in its order; what is there stays where it is.
    ///
    /// - Parameter older: Where the page below this one is, so that the list can be cut here.
    /// - Returns: How many elements are new.
    func add<Element: Keepable>(
        _ elements: [Element], above: Bool, to name: String, of account: Int64,
        older: PageLink<Element>? = nil
    ) throws -> Int {
        try keep(elements, of: account)
        var place = try edge(above: above, of: name, account)
        var count = 0
        for element in above ? elements.reversed() : elements {
            place += above ? 1 : -1
            let added = try connection.execute(
                """
                INSERT INTO feed_entry (account, list, id, place, bundle) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (account, list, id) DO NOTHING
                """,
                [
                    .integer(account), .text(name), .text(element.keptName), .integer(place),
                    .text(element.bundle),
                ])
            count += added
        }
        if let older, let last = elements.last {
            try connection.execute(
                "UPDATE feed_entry SET older = ? WHERE account = ? AND list = ? AND id = ?",
                [try Self.value(older), .integer(account), .text(name), .text(last.keptName)])
        }
        return count
    }

    /// The place of the uppermost or the lowest element; 0 when there is none.
    func edge(above: Bool, of name: String, _ account: Int64) throws -> Int64 {
        var edge: Int64 = 0
        try connection.query(
            """
            SELECT \(above ? "max" : "min")(place) FROM feed_entry
                WHERE account = ? AND list = ?
            """, [.integer(account), .text(name)]
        ) { edge = $0.integer(0) }
        return edge
    }

    /// How many elements are above a place, up to another one; with `gathers`, bundles of them.
    func count(
        above place: Int64 = .min, upTo top: Int64 = .max, gathers: Bool = false, of name: String,
        _ account: Int64
    ) throws -> Int {
        var count = 0
        try connection.query(
            """
            SELECT \(gathers ? "count(DISTINCT bundle)" : "count(*)") FROM feed_entry
                WHERE account = ? AND list = ? AND place > ? AND place <= ?
            """, [.integer(account), .text(name), .integer(place), .integer(top)]
        ) { count = Int($0.integer(0)) }
        return count
    }

    /// The elements of a window, counted from a place downwards.
    func elements<Element: Keepable>(
        from place: Int64, _ window: Range<Int>, of name: String, _ account: Int64
    ) throws -> [Element] {
        var elements: [Element] = []
        // What is above the window is skipped before values are looked for.
        try connection.query(
            """
            SELECT t.value FROM
                (SELECT account, id, place FROM feed_entry
                    WHERE account = ? AND list = ? AND place <= ?
                    ORDER BY place DESC LIMIT ? OFFSET ?) e
                JOIN feed_thing t ON t.account = e.account AND t.kind = ? AND t.id = e.id
                ORDER BY e.place DESC
            """,
            [
                .integer(account), .text(name), .integer(place), .integer(Int64(window.count)),
                .integer(Int64(window.lowerBound)), .text(Element.kind),
            ]
        ) { row in
            if let element: Element = Self.value(of: row.blob(0)) { elements.append(element) }
        }
        return elements
    }

    /// The index of an element among those that are shown; `nil` when it is not there.
    func index<Element>(
        of id: String, shown: Int64, in list: FeedList<Element>, _ account: Int64
    ) throws -> Int? {
        guard var place = try place(of: id, in: list.name, account), place <= shown else {
            return nil
        }
        if list.gathers { place = try head(of: id, shown: shown, in: list.name, account) }
        return try count(
            above: place, upTo: shown, gathers: list.gathers, of: list.name, account)
    }

    /// The place of an element in a list; `nil` when it is not there.
    func place(of id: String, in name: String, _ account: Int64) throws -> Int64? {
        var place: Int64?
        try connection.query(
            "SELECT place FROM feed_entry WHERE account = ? AND list = ? AND id = ?",
            [.integer(account), .text(name), .text(id)]
        ) { place = $0.integer(0) }
        return place
    }

    /// Takes an element off all lists; who reads there goes on at the one below, else above.
    func removeEntries(_ id: String, of account: Int64) throws {
        func neighbour(_ side: String, _ order: String) -> String {
            """
            (SELECT n.id FROM feed_entry e JOIN feed_entry n
                ON n.account = e.account AND n.list = e.list AND n.place \(side) e.place
                WHERE e.account = feed_list.account AND e.list = feed_list.list
                AND e.id = feed_list.place ORDER BY n.place \(order) LIMIT 1)
            """
        }
        try connection.execute(
            """
            UPDATE feed_list
                SET place = coalesce(\(neighbour("<", "DESC")), \(neighbour(">", "ASC")), '')
                WHERE account = ? AND place = ?
            """, [.integer(account), .text(id)])
        try connection.execute(
            "DELETE FROM feed_entry WHERE account = ? AND id = ?", [.integer(account), .text(id)])
    }
}
