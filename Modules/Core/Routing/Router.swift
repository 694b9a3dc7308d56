/// Finds what belongs to a location among many patterns, in a time that does not grow with them.
///
/// Precedence is by meaning, never by registration order: the match with the most constant
/// segments, then the one whose constants come first; typed parameters before untyped ones, the
/// remainder last.
///
/// Routers compose: ``merge(_:)`` makes one of two with one precedence.
public struct Router<Value: Sendable>: Sendable {
    /// The value that belongs to a pattern, and the module that declares it.
    ///
    /// A class, since every match hands one out: it is shared, not copied.
    public final class Entry: Sendable {
        /// The pattern.
        public let pattern: RoutePattern
        /// What belongs to it.
        public let value: Value
        /// The module whose route it is, for messages.
        public let module: String?

        /// Makes an entry.
        public init(_ pattern: RoutePattern, _ value: Value, module: String? = nil) {
            self.pattern = pattern
            self.value = value
            self.module = module
        }
    }

    /// What belongs to a location, and the arguments that the pattern found in it.
    public struct Match: Sendable {
        private let entry: Entry
        private let segments: [String]

        init(_ entry: Entry, _ segments: [String]) {
            self.entry = entry
            self.segments = segments
        }

        /// What was added with the pattern.
        public var value: Value { entry.value }
        /// The pattern.
        public var pattern: RoutePattern { entry.pattern }
        /// Whose route it is.
        public var module: String? { entry.module }

        /// The decoded arguments by name; a remainder is the text of a location, with its escapes.
        public var arguments: [String: String] { pattern.arguments(in: segments) }

        /// One decoded argument; `nil` when the pattern has none of this name.
        public subscript(name: String) -> String? { pattern.argument(name, in: segments) }
    }

    private var tree = RouteTree()
    private var entries: [Entry] = []
    /// The routers that are asked when nothing here matches, in this order.
    private var lower: [Router<Value>] = []

    /// Makes a router without routes.
    public init() {}

    /// Makes a router with routes.
    ///
    /// - Throws: ``RoutingError`` that names every conflict.
    public init(_ entries: some Sequence<Entry>) throws { try add(entries) }

    /// Adds a route.
    ///
    /// - Throws: ``RoutingError`` when another pattern matches the same locations equally well.
    public mutating func add(
        _ pattern: RoutePattern, _ value: Value, module: String? = nil
    ) throws {
        try add(CollectionOfOne(Entry(pattern, value, module: module)))
    }

    /// Adds the routes of another router, with one precedence for all; its layers come below.
    ///
    /// - Throws: ``RoutingError`` that names every conflict; nothing has changed then.
    public mutating func merge(_ other: Router) throws {
        var merged = self
        try merged.add(other.entries)
        merged.lower += other.lower
        self = merged
    }

    /// A router that asks this one first, and another one for what nothing here matches.
    package func layered(over other: Router) -> Router {
        var result = self
        var base = other
        base.lower = []
        result.lower += [base] + other.lower
        return result
    }

    /// Finds the best route for a location.
    ///
    /// - Throws: ``RoutingError``: unknown, or an argument of the wrong type.
    public func match(_ location: Location) throws -> Match {
        if let index = tree.best(for: location.segments) {
            return Match(entries[index], location.segments)
        }
        for layer in lower {
            if let index = layer.tree.best(for: location.segments) {
                return Match(layer.entries[index], location.segments)
            }
        }
        throw failure(location)
    }

    private mutating func add(_ new: some Sequence<Entry>) throws {
        var conflicts: [String] = []
        for entry in new {
            if let taken = tree.add(entry.pattern, index: entries.count) {
                conflicts.append(Self.conflict(entries[taken], entry))
            } else {
                entries.append(entry)
            }
        }
        guard conflicts.isEmpty else { throw RoutingError.conflicts(conflicts) }
    }

    private static func conflict(_ first: Entry, _ second: Entry) -> String {
        func name(_ entry: Entry) -> String {
            "\"\(entry.pattern.text)\"" + (entry.module.map { " (\($0))" } ?? "")
        }
        return "The routes \(name(first)) and \(name(second)) match the same locations."
    }

    /// Why nothing matches a location.
    private func failure(_ location: Location) -> RoutingError {
        for layer in [self] + lower {
            guard let index = layer.tree.almost(for: location.segments) else { continue }
            let segments = layer.entries[index].pattern.segments
            for (segment, text) in zip(segments, location.segments) {
                if case .parameter(let name, let constraint) = segment, !constraint.allows(text) {
                    return .badArgument(location, name, constraint)
                }
            }
        }
        return .unknown(location)
    }
}

extension RoutePattern {
    /// The arguments in segments that this pattern matches.
    fileprivate func arguments(in texts: [String]) -> [String: String] {
        var result: [String: String] = [:]
        for (index, segment) in segments.enumerated() {
            if let name = segment.name { result[name] = segment.argument(at: index, in: texts) }
        }
        return result
    }

    /// One argument in segments that this pattern matches.
    fileprivate func argument(_ name: String, in texts: [String]) -> String? {
        segments.firstIndex { $0.name == name }
            .flatMap { segments[$0].argument(at: $0, in: texts) }
    }
}

extension RoutePattern.Segment {
    fileprivate func argument(at index: Int, in texts: [String]) -> String? {
        switch self {
        case .constant: nil
        case .parameter: texts[index]
        case .rest: Location(Array(texts[index...])).description
        }
    }
}
