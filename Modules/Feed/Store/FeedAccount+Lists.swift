import FeedAPI
import TenonCore

extension FeedAccount {
    /// The most pages that one refreshment fetches; what is beyond comes with the next one.
    private static var mostPages: Int { 5 }

    /// What is kept of a list, without the network.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - window: Which elements; `nil` for those from the place on that the person reads at. Of a
    ///     window below the end come the last ones, as many as it has.
    ///   - seen: What the window was chosen by; when it stands elsewhere by now, the window moves with it.
    ///   - length: How many, where no window is given.
    /// - Returns: `nil` for a list that was never fetched.
    package func slice<Element>(
        of list: FeedList<Element>, window: Range<Int>? = nil,
        holding seen: ListSlice<Element>? = nil, length: Int = 30
    ) async throws -> ListSlice<Element>? {
        let slice: ListSlice<Element>? = try await file.read { [number] records in
            guard let known: ListRecord<Element> = try records.list(list.name, of: number) else {
                return nil
            }
            let total = try records.count(
                upTo: known.shown, gathers: list.gathers, of: list.name, number)
            let wanted: ListWindow
            if let window {
                let shift = try records.shift(of: seen, shown: known.shown, in: list, number)
                wanted = ListWindow(window, movedBy: shift, of: total)
            } else {
                let place = try records.index(
                    of: known.reading, shown: known.shown, in: list, number)
                wanted = ListWindow(from: place ?? 0, length: length, of: total)
            }
            let (elements, others): ([Element], [String: ListOthers<Element>]) =
                list.gathers
                ? try records.heads(from: known.shown, wanted.range, of: list.name, number)
                : (
                    try records.elements(from: known.shown, wanted.range, of: list.name, number),
                    [:]
                )
            return ListSlice(
                elements: elements, others: others, offset: wanted.range.lowerBound,
                total: total,
                waiting: try records.count(above: known.shown, of: list.name, number),
                hasOlder: known.older != nil)
        }
        guard var slice else { return nil }
        slice.elements = try await asTheyWillBe(slice.elements)
        return slice
    }

    /// Fetches what is new; it waits above what is shown, and nothing moves.
    ///
    /// - Throws: `FeedError`, `CancellationError`, what the database throws.
    package func refresh<Element>(_ list: FeedList<Element>) async throws {
        try await turns.take(list.name) { [self] in
            let known: ListRecord<Element>? = try await file.read { [number] in
                try $0.list(list.name, of: number)
            }
            if let known, list.hasNews, let newer = known.newer {
                try await climb(list, from: newer)
            } else {
                try await renew(list)
            }
        }
        signal.send()
        await sendWaiting()
    }

    /// Fetches the next page of what is older; further ones while all they have belongs to rows.
    ///
    /// - Throws: `FeedError`, `CancellationError`, what the database throws.
    package func extend<Element>(_ list: FeedList<Element>) async throws {
        for _ in 0..<Self.mostPages {
            let hasMore = try await descend(list)
            signal.send()
            if hasMore { return }
        }
    }

    /// Fetches the next page of what is older.
    ///
    /// - Returns: Whether that is enough: there is more to show, or nothing is older.
    private func descend<Element>(_ list: FeedList<Element>) async throws -> Bool {
        let known: ListRecord<Element>? = try await file.read { [number] in
            try $0.list(list.name, of: number)
        }
        guard let older = known?.older else { return true }
        let page = try await client.page(at: older)
        return try await write { [number] records in
            guard var now: ListRecord<Element> = try records.list(list.name, of: number),
                now.older == older
            else { return true }
            func rows() throws -> Int {
                list.gathers ? try records.count(gathers: true, of: list.name, number) : 0
            }
            let before = try rows()
            _ = try records.add(
                page.elements, above: false, to: list.name, of: number, older: page.older)
            now.older = page.older
            try records.set(now, list.name, of: number)
            return try !list.gathers || rows() > before
        }
    }

    /// Shows what waits above.
    package func showNews<Element>(of list: FeedList<Element>) async throws {
        try await change(list) { records, known, number in
            known.shown = try records.edge(above: true, of: list.name, number)
            known.reading = ""
        }
        signal.send()
    }

    /// Keeps the place that the person reads at; an element that is not there is none.
    ///
    /// Who reads at the first one is at the top, and stays there when others come in above it.
    package func read<Element>(_ list: FeedList<Element>, at element: String) async throws {
        try await change(list) { records, known, number in
            let place = try records.place(of: element, in: list.name, number)
            guard let place else { return }
            known.reading = place == known.shown ? "" : element
        }
    }

    private func change<Element>(
        _ list: FeedList<Element>,
        _ body: @escaping @Sendable (FeedRecords, inout ListRecord<Element>, Int64) throws -> Void
    ) async throws {
        try await write { [number] records in
            guard var known: ListRecord<Element> = try records.list(list.name, of: number) else {
                return
            }
            try body(records, &known, number)
            try records.set(known, list.name, of: number)
        }
    }

    /// Fetches upwards, page by page, so that there is no gap.
    private func climb<Element>(
        _ list: FeedList<Element>, from first: PageLink<Element>
    ) async throws {
        var link = first
        for _ in 0..<Self.mostPages {
            let page = try await client.page(at: link)
            let (isNew, next) = (!page.elements.isEmpty, page.newer ?? link)
            let count = try await write { [number] records in
                guard var known: ListRecord<Element> = try records.list(list.name, of: number)
                else { return 0 }
                let count = try records.add(
                    page.elements, above: true, to: list.name, of: number, older: page.older)
                known.newer = next
                // Where nothing is shown there is no place that could be lost.
                if known.shown == 0 {
                    known.shown = try records.edge(above: true, of: list.name, number)
                }
                try records.set(known, list.name, of: number)
                return count
            }
            guard isNew, count > 0, next != link else { return }
            link = next
        }
    }

    /// Fetches the first page, and further ones until what is kept goes on below them.
    ///
    /// What does not go on there after ``mostPages`` is dropped, so that there is no gap.
    private func renew<Element>(_ list: FeedList<Element>) async throws {
        let kept = try await file.read { [number] in try $0.names(in: list.name, number) }
        var pages = [try await list.firstPage(client)]
        while !ListJoint(of: pages, with: kept).isCertain, pages.count < Self.mostPages,
            let older = pages.last?.older
        {
            pages.append(try await client.page(at: older))
        }
        try await write { [number, pages] records in
            try records.renew(list.name, with: pages, of: number)
        }
    }

    /// What is kept, with what the server has not been told yet laid over it.
    func asTheyWillBe<Element: Keepable>(_ elements: [Element]) async throws -> [Element] {
        let errands = try await waiting()
        guard !errands.isEmpty else { return elements }
        return elements.map { $0.changed(by: errands) }
    }
}

extension Keepable {
    /// What it will be once the server has been told what waits.
    func changed(by errands: [WaitingErrand]) -> Self {
        var result = self
        for waiting in errands {
            switch (waiting.errand, result) {
            case (.like(let id, let likes), let post as Post) where post.id == id:
                result = post.liked(likes) as? Self ?? result
            case (.follow(let id, let follows), let relationship as Relationship)
            where relationship.account == id:
                result = relationship.following(follows) as? Self ?? result
            default:
                break
            }
        }
        return result
    }
}
