import TenonCore

/// Elements of a list that belong together, and are shown as one where the newest of them is.
///
/// Which bundle an element belongs to follows from itself, and never changes; what was kept before there
/// were bundles stays alone. So older pages only add to rows that are there, and rows below them; what is
/// new moves a row when it is asked for.
extension FeedRecords {
    /// The newest element of each bundle of a window, counted from a place downwards.
    ///
    /// - Complexity: O(*n*) in the elements of the list.
    func heads<Element: Keepable>(
        from place: Int64, _ window: Range<Int>, of name: String, _ account: Int64
    ) throws -> (elements: [Element], others: [String: ListOthers<Element>]) {
        var bundles: [(place: Int64, owners: Int)] = []
        try connection.query(
            """
            SELECT max(e.place) AS head, count(DISTINCT t.owner) FROM feed_entry e
                JOIN feed_thing t ON t.account = e.account AND t.kind = ? AND t.id = e.id
                WHERE e.account = ? AND e.list = ? AND e.place <= ?
                GROUP BY e.bundle ORDER BY head DESC LIMIT ? OFFSET ?
            """,
            [
                .text(Element.kind), .integer(account), .text(name), .integer(place),
                .integer(Int64(window.count)), .integer(Int64(window.lowerBound)),
            ]
        ) { bundles.append(($0.integer(0), Int($0.integer(1)))) }
        var elements: [Element] = []
        var others: [String: ListOthers<Element>] = [:]
        for bundle in bundles {
            let head: [Element] = try self.elements(from: bundle.place, 0..<1, of: name, account)
            elements += head
            if let head = head.first, bundle.owners > 1,
                let next = try next(after: head, at: bundle.place, of: name, account)
            {
                others[head.keptName] = ListOthers(next: next, count: bundle.owners - 1)
            }
        }
        return (elements, others)
    }

    /// The place of the newest element that is shown of the bundle of an element.
    func head(of id: String, shown: Int64, in name: String, _ account: Int64) throws -> Int64 {
        var place: Int64 = 0
        try connection.query(
            """
            SELECT max(e.place) FROM feed_entry e JOIN feed_entry o
                ON o.account = e.account AND o.list = e.list AND o.bundle = e.bundle
                WHERE e.account = ? AND e.list = ? AND e.place <= ? AND o.id = ?
            """, [.integer(account), .text(name), .integer(shown), .text(id)]
        ) { place = $0.integer(0) }
        return place
    }

    /// The newest one of another owner below the newest element of a bundle.
    private func next<Element: Keepable>(
        after head: Element, at place: Int64, of name: String, _ account: Int64
    ) throws -> Element? {
        var found: Element?
        try connection.query(
            """
            SELECT t.value FROM feed_entry e JOIN feed_thing t
                ON t.account = e.account AND t.kind = ? AND t.id = e.id
                WHERE e.account = ? AND e.list = ? AND e.place < ? AND e.bundle = ?
                AND t.owner <> ? ORDER BY e.place DESC LIMIT 1
            """,
            [
                .text(Element.kind), .integer(account), .text(name), .integer(place),
                .text(head.bundle), .text(head.keptOwner),
            ]
        ) { found = Self.value(of: $0.blob(0)) }
        return found
    }
}
