import TenonUI

/// Which rows of the lists on a screen are printed.
struct ListPages: Equatable {
    /// The most rows of one list that are printed.
    var size: Int
    private var starts: [String: Int] = [:]

    init(size: Int) { self.size = size }

    /// The indices of the rows that are printed, all of them present.
    func visible(in list: ListBlock) -> Range<Int> {
        let present = list.offset..<list.offset + list.rows.count
        let start = starts[list.id].flatMap { present.contains($0) ? $0 : nil }
        let first = start ?? present.lowerBound
        return first..<min(first + size, present.upperBound)
    }

    /// The indices of the rows on the page after, or before; `nil` when there are none.
    func next(of list: ListBlock, forward: Bool) -> Range<Int>? {
        let shown = visible(in: list)
        if forward {
            guard shown.upperBound < list.total else { return nil }
            return shown.upperBound..<min(shown.upperBound + size, list.total)
        }
        guard shown.lowerBound > 0 else { return nil }
        let first = max(0, shown.lowerBound - size)
        return first..<min(first + size, list.total)
    }

    /// Begins the page of a list at a row.
    mutating func begin(_ list: String, at row: Int) { starts[list] = row }

    /// Begins all lists where their rows begin.
    mutating func reset() { starts = [:] }
}
