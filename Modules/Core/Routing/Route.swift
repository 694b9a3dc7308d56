/// A typed route: prints locations from values and reads the values back.
///
/// Features declare their routes once, and links are never spelled by hand:
///
/// ```swift
/// static let edit = Route("order").argument("id", as: OrderID.self).constant("edit")
///
/// edit.pattern          // order:{id}:edit
/// edit.location(id)     // order:0qx…:edit
/// ```
///
/// `Arguments` is `Void`, one type, or a tuple of two or three.
public struct Route<Arguments: Sendable>: Sendable {
    private let segments: [RoutePattern.Segment]
    private let print: @Sendable (Arguments) -> [String: String]
    private let read: @Sendable ([String: String]) -> Arguments?

    /// The pattern of the locations.
    public let pattern: RoutePattern

    private init(
        _ segments: [RoutePattern.Segment],
        print: @escaping @Sendable (Arguments) -> [String: String],
        read: @escaping @Sendable ([String: String]) -> Arguments?
    ) {
        self.segments = segments
        self.print = print
        self.read = read
        pattern = RoutePattern(segments)
    }

    /// The location of values, with query values and a payload if there are any.
    ///
    /// If the route is sound, ``pattern`` matches the location and finds the same values in it.
    public func location(
        _ arguments: Arguments, query: [String: String] = [:], payload: (any Sendable)? = nil
    ) -> Location {
        let texts = print(arguments)
        let printed = segments.flatMap { segment -> [String] in
            switch segment {
            case .constant(let text): [text]
            case .parameter(let name, _): [texts[name] ?? ""]
            // What a remainder prints can always be parsed.
            case .rest(let name): (try? Location(parsing: texts[name] ?? ""))?.segments ?? []
            }
        }
        return Location(printed, query: query, payload: payload)
    }

    /// The values of the arguments that a match found; `nil` when one is not of its type.
    public func arguments(of texts: [String: String]) -> Arguments? { read(texts) }

    /// Continues the route with a constant segment, given without escapes.
    public func constant(_ text: String) -> Route {
        Route(segments + [.constant(text)], print: print, read: read)
    }

    private func appending<Next, Joined: Sendable>(
        _ segment: RoutePattern.Segment, named name: String,
        text: @escaping @Sendable (Next) -> String,
        value: @escaping @Sendable (String) -> Next?,
        join: @escaping @Sendable (Arguments, Next) -> Joined,
        split: @escaping @Sendable (Joined) -> (Arguments, Next)
    ) -> Route<Joined> {
        Route<Joined>(segments + [segment]) { [print] joined in
            let (arguments, next) = split(joined)
            var texts = print(arguments)
            texts[name] = text(next)
            return texts
        } read: { [read] texts in
            guard let arguments = read(texts), let next = texts[name].flatMap(value) else {
                return nil
            }
            return join(arguments, next)
        }
    }

    fileprivate func appending<Next: RouteArgument, Joined: Sendable>(
        _ name: String, _ type: Next.Type,
        join: @escaping @Sendable (Arguments, Next) -> Joined,
        split: @escaping @Sendable (Joined) -> (Arguments, Next)
    ) -> Route<Joined> {
        appending(
            .parameter(name, Next.routeConstraint), named: name, text: \.routeText,
            value: { Next(routeText: $0) }, join: join, split: split)
    }

    fileprivate func appendingRemainder<Joined: Sendable>(
        _ name: String,
        join: @escaping @Sendable (Arguments, RouteRemainder) -> Joined,
        split: @escaping @Sendable (Joined) -> (Arguments, RouteRemainder)
    ) -> Route<Joined> {
        appending(
            .rest(name), named: name, text: \.text, value: { RouteRemainder(text: $0) },
            join: join, split: split)
    }
}

extension Route where Arguments == Void {
    /// A route that begins with a constant segment, given without escapes.
    public init(_ constant: String) {
        self.init([.constant(constant)], print: { _ in [:] }, read: { _ in })
    }

    /// The only location of a route without arguments.
    public func location(
        query: [String: String] = [:], payload: (any Sendable)? = nil
    ) -> Location {
        location((), query: query, payload: payload)
    }

    /// Continues the route with an argument.
    public func argument<Next: RouteArgument>(
        _ name: String, as type: Next.Type
    ) -> Route<Next> {
        appending(name, type, join: { $1 }, split: { ((), $0) })
    }

    /// Ends the route with a remainder.
    package func remainder(_ name: String) -> Route<RouteRemainder> {
        appendingRemainder(name, join: { $1 }, split: { ((), $0) })
    }
}

extension Route where Arguments: RouteArgument {
    /// Continues the route with a second argument.
    public func argument<Next: RouteArgument>(
        _ name: String, as type: Next.Type
    ) -> Route<(Arguments, Next)> {
        appending(name, type, join: { ($0, $1) }, split: { $0 })
    }

    /// Ends the route with a remainder.
    package func remainder(_ name: String) -> Route<(Arguments, RouteRemainder)> {
        appendingRemainder(name, join: { ($0, $1) }, split: { $0 })
    }
}

extension Route {
    /// Continues the route with a third argument.
    public func argument<First: RouteArgument, Second: RouteArgument, Next: RouteArgument>(
        _ name: String, as type: Next.Type
    ) -> Route<(First, Second, Next)> where Arguments == (First, Second) {
        appending(name, type, join: { ($0.0, $0.1, $1) }, split: { (($0.0, $0.1), $0.2) })
    }

    /// Ends the route with a remainder.
    package func remainder<First: RouteArgument, Second: RouteArgument>(
        _ name: String
    ) -> Route<(First, Second, RouteRemainder)> where Arguments == (First, Second) {
        appendingRemainder(name, join: { ($0.0, $0.1, $1) }, split: { (($0.0, $0.1), $0.2) })
    }

    /// The location of two values.
    public func location<First, Second>(
        _ first: First, _ second: Second, query: [String: String] = [:],
        payload: (any Sendable)? = nil
    ) -> Location where Arguments == (First, Second) {
        location((first, second), query: query, payload: payload)
    }

    /// The location of three values.
    public func location<First, Second, Third>(
        _ first: First, _ second: Second, _ third: Third, query: [String: String] = [:],
        payload: (any Sendable)? = nil
    ) -> Location where Arguments == (First, Second, Third) {
        location((first, second, third), query: query, payload: payload)
    }
}
