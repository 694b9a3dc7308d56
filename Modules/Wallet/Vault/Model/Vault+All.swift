extension Vault {
    /// All items that a query finds, read page by page.
    ///
    /// The window of the query does not count. When the number of items changes meanwhile, the
    /// reading begins again, so that none is missed or comes twice.
    ///
    /// - Parameters:
    ///   - query: Which items, and in which order.
    ///   - count: How many are read at once.
    /// - Throws: ``VaultError``; `CancellationError`.
    package func all(_ query: ItemQuery, atOnce count: Int = 5000) async throws -> [ItemOverview] {
        var query = query
        var items: [ItemOverview] = []
        var total: Int?
        while total.map({ items.count < $0 }) ?? true {
            try Task.checkCancellation()
            query.window = items.count..<items.count + count
            let page = try await list(query)
            if page.items.isEmpty || page.total != total ?? page.total {
                (items, total) = ([], page.total == 0 ? 0 : nil)
            } else {
                items += page.items
                total = page.total
            }
        }
        return items
    }
}
