/// Finds what belongs to a location among many patterns, in a time that does not grow with them.
///
/// Precedence is by meaning, never by registration order: the match with the most constant
/// segments, then the one whose constants come first; typed parameters before untyped ones, the
/// remainder last.
public struct Router<Value: Sendable>: Sendable {
    /// What belongs to a location, and the arguments that the pattern found in it.
    public struct Match: Sendable {
        /// What was added with the pattern.
        public let value: Value
        /// The decoded arguments by name; a remainder is the text of a location, with its escapes.
        public let arguments: [String: String]
        /// The pattern.
        public let pattern: RoutePattern
    }

    /// A node of the trie: one more segment.
    private struct Node: Sendable {
        var constants: [String: Int] = [:]
        /// Children by constraint, the stricter ones first.
        var parameters: [(constraint: RoutePattern.Constraint, node: Int)] = []
        var end: Int?
        var rest: Int?
    }

    private var nodes: [Node] = [Node()]
    private var entries: [(pattern: RoutePattern, value: Value)] = []

    /// Makes a router without routes.
    public init() {}

    /// Adds a route.
    ///
    /// - Throws: ``RoutingError`` when another pattern matches the same locations equally well.
    public mutating func add(_ pattern: RoutePattern, _ value: Value) throws {
        var node = 0
        var isRest = false
        for segment in pattern.segments {
            switch segment {
            case .constant(let text): node = child(of: node, constant: text)
            case .parameter(_, let constraint): node = child(of: node, constraint)
            case .rest: isRest = true
            }
        }
        if let taken = isRest ? nodes[node].rest : nodes[node].end {
            throw RoutingError.conflict(entries[taken].pattern.text, pattern.text)
        }
        entries.append((pattern, value))
        if isRest {
            nodes[node].rest = entries.count - 1
        } else {
            nodes[node].end = entries.count - 1
        }
    }

    /// Finds the best route for a location.
    ///
    /// - Throws: ``RoutingError``: unknown, or an argument of the wrong type.
    public func match(_ location: Location) throws -> Match {
        var search = Search(segments: location.segments)
        visit(0, 0, Rank(), &search)
        guard let best = search.best else {
            throw search.sawBadArgument
                ? RoutingError.badArgument(location) : RoutingError.unknown(location)
        }
        let entry = entries[best.entry]
        return Match(
            value: entry.value, arguments: arguments(of: entry.pattern, in: location.segments),
            pattern: entry.pattern)
    }

    /// How well a pattern fits: more constants first, then constants and types further left.
    private struct Rank: Comparable {
        var constants = 0
        /// Two bits a segment from the left: 3 constant, 2 typed, 1 untyped, 0 remainder.
        var kinds: UInt64 = 0
        /// Whether an argument has the wrong type, so that this is no match at all.
        var isBad = false

        func adding(_ kind: UInt64, isConstant: Bool = false, at depth: Int) -> Rank {
            Rank(
                constants: constants + (isConstant ? 1 : 0),
                kinds: kinds | kind << (62 - 2 * depth), isBad: isBad)
        }

        static func < (left: Rank, right: Rank) -> Bool {
            (left.constants, left.kinds) < (right.constants, right.kinds)
        }
    }

    private struct Search {
        let segments: [String]
        var best: (entry: Int, rank: Rank)?
        /// Whether a pattern matches but for the types of its arguments.
        var sawBadArgument = false

        mutating func offer(_ entry: Int?, _ rank: Rank) {
            guard let entry else { return }
            guard !rank.isBad else { return sawBadArgument = true }
            if let best, rank <= best.rank { return }
            best = (entry, rank)
        }
    }

    private func visit(_ index: Int, _ depth: Int, _ rank: Rank, _ search: inout Search) {
        let node = nodes[index]
        guard depth < search.segments.count else { return search.offer(node.end, rank) }
        // What is left can add at most one constant a segment: no better match is possible below.
        if let best = search.best,
            rank.constants + search.segments.count - depth < best.rank.constants
        {
            return
        }
        search.offer(node.rest, rank)
        let segment = search.segments[depth]
        if let child = node.constants[segment] {
            visit(child, depth + 1, rank.adding(3, isConstant: true, at: depth), &search)
        }
        for (constraint, child) in node.parameters {
            var next = rank.adding(constraint == .any ? 1 : 2, at: depth)
            next.isBad = rank.isBad || !constraint.allows(segment)
            // Whether an argument is bad matters only as long as nothing matches.
            if next.isBad, search.best != nil || search.sawBadArgument { continue }
            visit(child, depth + 1, next, &search)
        }
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

    private func arguments(of pattern: RoutePattern, in segments: [String]) -> [String: String] {
        var result: [String: String] = [:]
        for (index, segment) in pattern.segments.enumerated() {
            switch segment {
            case .constant: continue
            case .parameter(let name, _): result[name] = segments[index]
            case .rest(let name): result[name] = Location(Array(segments[index...])).description
            }
        }
        return result
    }
}
