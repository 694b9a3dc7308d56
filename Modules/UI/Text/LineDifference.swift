/// How two texts of indented lines differ, for a person.
package enum LineDifference {
    /// How many equal lines are kept before and after a different one.
    private static let context = 2

    private struct Line {
        let sign: Character
        let text: String

        var depth: Int { text.prefix { $0 == " " }.count }
    }

    /// The different lines, `-` for the expected and `+` for the actual ones, with what is around
    /// them and what they belong to; none when the texts are equal.
    package static func lines(expected: [String], actual: [String]) -> [String] {
        let lines = merge(expected, actual)
        let kept = kept(lines)
        guard !kept.isEmpty else { return [] }
        var result: [String] = []
        var last = -1
        for index in kept.sorted() {
            if index > last + 1 {
                result.append("  " + String(repeating: " ", count: lines[index].depth) + "…")
            }
            result.append("\(lines[index].sign) \(lines[index].text)")
            last = index
        }
        if last < lines.count - 1 { result.append("  …") }
        return result
    }

    private static func merge(_ expected: [String], _ actual: [String]) -> [Line] {
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in actual.difference(from: expected) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var lines: [Line] = []
        var (old, new) = (0, 0)
        while old < expected.count || new < actual.count {
            if removed.contains(old) {
                lines.append(Line(sign: "-", text: expected[old]))
                old += 1
            } else if inserted.contains(new) {
                lines.append(Line(sign: "+", text: actual[new]))
                new += 1
            } else {
                lines.append(Line(sign: " ", text: actual[new]))
                old += 1
                new += 1
            }
        }
        return lines
    }

    /// The indices of the lines to show: those that differ, their neighbours, and the openings of
    /// all that they are part of.
    private static func kept(_ lines: [Line]) -> Set<Int> {
        var kept: Set<Int> = []
        for index in lines.indices where lines[index].sign != " " {
            kept.formUnion(max(0, index - context)...min(lines.count - 1, index + context))
            var depth = lines[index].depth
            for above in lines[..<index].indices.reversed() where lines[above].depth < depth {
                depth = lines[above].depth
                kept.insert(above)
            }
        }
        return kept
    }
}
