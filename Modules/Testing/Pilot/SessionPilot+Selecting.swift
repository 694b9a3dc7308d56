import TenonUI

extension SessionPilot {
    /// Makes the rows with these titles those that are chosen together, and no others.
    public func select(
        _ titles: [String], fileID: String = #fileID, line: Int = #line
    ) async throws {
        for list in try screen(fileID: fileID, line: line).selectableLists {
            let ids = titles.compactMap { title in list.rows.first { $0.title == title }?.id }
            if ids.count == titles.count { return try await send(.select(list.id, .only(ids))) }
        }
        throw TestStep("choose \(titles)", fileID: fileID, line: line).cannot(seen: see())
    }

    /// Makes these options, by their titles, those that a filter has chosen, and no others.
    public func filter(
        _ title: String, by options: [String], fileID: String = #fileID, line: Int = #line
    ) async throws {
        let filters = try screen(fileID: fileID, line: line).filters
        guard let filter = filters.first(where: { $0.title == title }) else {
            throw TestStep("filter by \"\(title)\"", fileID: fileID, line: line)
                .cannot(seen: see())
        }
        let chosen = filter.options.filter { options.contains($0.title) }
        try await send(.filter(filter.id, chosen.map(\.id)))
    }
}
