extension Vault {
    /// All items that a query finds, read page by page.
    ///
    /// The window of the query does not count. When the number of items changes meanwhile, the
    /// reading begins again with larger pages, so that none is missed or comes twice, and so that it
    /// ends however often others write.
    ///
    /// - Parameters:
    ///   - query: Which items, and in which order.
    ///   - count: How many are read at once, at first.
    /// - Throws: ``VaultError``; `CancellationError`.
    package func all(_ query: ItemQuery, atOnce count: Int = 5000) async throws -> [ItemOverview] {
        var (query, count) = (query, count)
        var items: [ItemOverview] = []
        var total: Int?
        while total.map({ items.count < $0 }) ?? true {
            try Task.checkCancellation()
            query.window = items.count..<items.count + count
            let page = try await list(query)
            if page.items.isEmpty || page.total != total ?? page.total {
                (items, total) = ([], page.total == 0 ? 0 : nil)
                count *= 2
            } else {
                items += page.items
                total = page.total
            }
        }
        return items
    }

    /// Opens all items that are not in the trash, with their secrets, a part at a time.
    ///
    /// For imports that look for duplicates, audits and exports; other calls come in between.
    ///
    /// - Parameter body: Gets each item; what it throws ends the walk.
    /// - Throws: `CancellationError` when the task is cancelled.
    package func forEachItem(_ body: (Item) throws -> Void) async throws {
        for part in 0..<Self.partCount {
            try Task.checkCancellation()
            for item in try await items(inPart: part) { try body(item) }
        }
    }

    /// Opens all items that are not in the trash with their former versions, as ``forEachItem(_:)``.
    package func forEachItemWithHistory(_ body: (ItemWithHistory) throws -> Void) async throws {
        for part in 0..<Self.partCount {
            try Task.checkCancellation()
            for item in try await itemsWithHistory(inPart: part) { try body(item) }
        }
    }
}
