/// A trie of patterns: finds the best one for segments, in a time that does not grow with them.
struct RouteTree: Sendable {
    /// One more segment.
    private struct Node: Sendable {
        var constants: [String: Int] = [:]
        /// Children by constraint, the stricter ones first.
        var parameters: [(constraint: RoutePattern.Constraint, node: Int)] = []
        var end: Int?
        var rest: Int?
    }

    private var nodes: [Node] = [Node()]

    /// Adds a pattern under an index.
    ///
    /// - Returns: The index of a pattern that matches the same segments equally well; nothing was
    ///   added then.
    mutating func add(_ pattern: RoutePattern, index: Int) -> Int? {
        var node = 0
        var isRest = false
        for segment in pattern.segments {
            switch segment {
            case .constant(let text): node = child(of: node, constant: text)
            case .parameter(_, let constraint): node = child(of: node, constraint)
            case .rest: isRest = true
            }
        }
        if let taken = isRest ? nodes[node].rest : nodes[node].end { return taken }
        if isRest {
            nodes[node].rest = index
        } else {
            nodes[node].end = index
        }
        return nil
    }

    /// The index of the best pattern for segments; `nil` when none matches.
    func best(for segments: [String]) -> Int? {
        nodes.withUnsafeBufferPointer { nodes in
            segments.withUnsafeBufferPointer { segments in
                var search = Search(nodes: nodes, segments: segments)
                search.visit(0, 0, Rank())
                return search.best
            }
        }
    }

    /// The index of a pattern that would match if arguments could be of any type.
    func almost(for segments: [String]) -> Int? { almost(0, segments[...]) }

    /// How well a pattern fits: more constants first, then constants and types further left.
    private struct Rank {
        var constants = 0
        /// Two bits a segment from the left: 3 constant, 2 typed, 1 untyped, 0 remainder.
        var kinds: UInt64 = 0

        func adding(_ kind: UInt64, at depth: Int) -> Rank {
            Rank(
                constants: constants + (kind == 3 ? 1 : 0),
                kinds: kinds | kind << UInt64(62 - 2 * depth))
        }
    }

    /// A walk through the trie, with backtracking.
    private struct Search {
        let nodes: UnsafeBufferPointer<Node>
        let segments: UnsafeBufferPointer<String>
        var best: Int?
        var bestRank = Rank()

        init(nodes: UnsafeBufferPointer<Node>, segments: UnsafeBufferPointer<String>) {
            self.nodes = nodes
            self.segments = segments
        }

        mutating func visit(_ node: Int, _ depth: Int, _ rank: Rank) {
            guard depth < segments.count else { return offer(nodes[node].end, rank) }
            // The remaining segments can add at most one constant each: no better match is below.
            if best != nil, rank.constants + segments.count - depth < bestRank.constants { return }
            if let child = nodes[node].constants[segments[depth]] {
                visit(child, depth + 1, rank.adding(3, at: depth))
            }
            for index in nodes[node].parameters.indices {
                let (constraint, child) = nodes[node].parameters[index]
                if constraint.allows(segments[depth]) {
                    visit(child, depth + 1, rank.adding(constraint == .any ? 1 : 2, at: depth))
                }
            }
            offer(nodes[node].rest, rank)
        }

        private mutating func offer(_ entry: Int?, _ rank: Rank) {
            guard let entry,
                best == nil
                    || (rank.constants, rank.kinds) > (bestRank.constants, bestRank.kinds)
            else { return }
            best = entry
            bestRank = rank
        }
    }

    private func almost(_ node: Int, _ segments: ArraySlice<String>) -> Int? {
        guard let segment = segments.first else { return nodes[node].end }
        let rest = segments.dropFirst()
        if let child = nodes[node].constants[segment], let found = almost(child, rest) {
            return found
        }
        for (_, child) in nodes[node].parameters {
            if let found = almost(child, rest) { return found }
        }
        return nodes[node].rest
    }

    private mutating func child(of node: Int, constant: String) -> Int {
        if let existing = nodes[node].constants[constant] { return existing }
        nodes.append(Node())
        nodes[node].constants[constant] = nodes.count - 1
        return nodes.count - 1
    }

    private mutating func child(of node: Int, _ constraint: RoutePattern.Constraint) -> Int {
        if let existing = nodes[node].parameters.first(where: { $0.constraint == constraint }) {
            return existing.node
        }
        nodes.append(Node())
        let order = RoutePattern.Constraint.allCases
        nodes[node].parameters.append((constraint, nodes.count - 1))
        nodes[node].parameters.sort {
            order.firstIndex(of: $0.constraint) ?? 0 < order.firstIndex(of: $1.constraint) ?? 0
        }
        return nodes.count - 1
    }
}
