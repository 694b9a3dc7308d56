import FeedAPI
import TenonCore

/// Where a list that was fetched anew goes on with what is kept of it.
struct ListJoint {
    /// What stays below the pages, in its order.
    let rest: [String]
    /// Whether nothing can be missing between the pages and the rest.
    let isCertain: Bool

    /// Finds it; the pages are the first ones of the list, without a gap.
    ///
    /// New elements come in at the top. So the rest begins below the last one of the pages that is kept,
    /// unless that has been moved up: then less is found again above it than is missed there.
    init<Element: Keepable>(of pages: [Page<Element>], with kept: [String]) {
        let names = pages.flatMap { $0.elements.map(\.keptName) }
        let fetched = Set(names)
        let known = Set(kept)
        let isWhole = pages.last?.older == nil
        guard !isWhole, let name = names.last(where: known.contains),
            let last = kept.firstIndex(of: name)
        else {
            rest = []
            isCertain = isWhole || kept.isEmpty
            return
        }
        let found = kept[...last].count(where: fetched.contains)
        isCertain = found > last + 1 - found
        rest = isCertain ? kept[(last + 1)...].filter { !fetched.contains($0) } : []
    }
}

/// The part of a list that is shown for a window: never nothing while there is something.
struct ListWindow {
    let range: Range<Int>

    /// Makes one that has moved, unless it is at the top: then it becomes longer by that instead.
    init(_ window: Range<Int>, movedBy shift: Int, of total: Int) {
        let isAtTop = window.lowerBound == 0
        self.init(
            from: isAtTop ? 0 : window.lowerBound + shift,
            length: window.count + (isAtTop ? max(0, shift) : 0), of: total)
    }

    init(from start: Int, length: Int, of total: Int) {
        // What is asked for below the end has become shorter meanwhile.
        let start = max(0, start < total ? start : total - max(1, length))
        range = start..<max(start, min(total, start + max(1, length)))
    }
}

extension FeedRecords {
    /// The names of all elements of a list, the uppermost first.
    func names(in list: String, _ account: Int64) throws -> [String] {
        var names: [String] = []
        try connection.query(
            "SELECT id FROM feed_entry WHERE account = ? AND list = ? ORDER BY place DESC",
            [.integer(account), .text(list)]
        ) { names.append($0.text(0)) }
        return names
    }

    /// Puts the first pages of a list on top of what is kept below them; all is shown.
    func renew<Element: Keepable>(
        _ list: String, with pages: [Page<Element>], of account: Int64
    ) throws {
        let kept = try names(in: list, account)
        let rest = ListJoint(of: pages, with: kept).rest
        var known: ListRecord<Element> = try self.list(list, of: account) ?? ListRecord()
        let staying = Set(rest)
        for name in kept where !staying.contains(name) {
            try connection.execute(
                "DELETE FROM feed_entry WHERE account = ? AND list = ? AND id = ?",
                [.integer(account), .text(list), .text(name)])
        }
        for page in pages.reversed() {
            _ = try add(page.elements, above: true, to: list, of: account, older: page.older)
        }
        known.shown = try edge(above: true, of: list, account)
        known.newer = pages.first?.newer
        if rest.isEmpty { known.older = pages.last?.older }
        let present = staying.union(pages.flatMap { $0.elements.map(\.keptName) })
        if !present.contains(known.reading), let index = kept.firstIndex(of: known.reading) {
            known.reading =
                kept[index...].first(where: present.contains)
                ?? kept[..<index].last(where: present.contains) ?? ""
        }
        try set(known, list, of: account)
    }

    /// How far what was seen of a list has moved down.
    ///
    /// Two that moved equally far decide; a single one may have been moved by itself.
    func shift<Element: Keepable>(
        of seen: ListSlice<Element>?, shown: Int64, in list: FeedList<Element>, _ account: Int64
    ) throws -> Int {
        guard let seen else { return 0 }
        var shifts: [Int] = []
        for (place, element) in seen.elements.enumerated() {
            let index = try index(of: element.keptName, shown: shown, in: list, account)
            guard let index else { continue }
            let shift = index - seen.offset - place
            if shifts.last == shift { return shift }
            shifts.append(shift)
        }
        return shifts.min { abs($0) < abs($1) } ?? 0
    }
}
