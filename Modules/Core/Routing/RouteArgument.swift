/// A type whose values can be part of a location.
///
/// The text of a value is never empty, has no control characters, and is of the kind that the type
/// says; reading it gives an equal value. ``Route`` relies on that when it prints locations.
public protocol RouteArgument: Sendable {
    /// What the text of every value is; any text unless the type says otherwise.
    static var routeConstraint: RoutePattern.Constraint { get }
    /// The text in a location, without escapes.
    var routeText: String { get }
    /// Reads the text; `nil` when no value has it.
    init?(routeText: String)
}

extension RouteArgument {
    /// Any text.
    public static var routeConstraint: RoutePattern.Constraint { .any }
}

extension RouteArgument where Self: RawRepresentable, RawValue == String {
    /// The raw value; types whose raw value may be empty have to spell it in another way.
    public var routeText: String { rawValue }

    /// Takes the raw value.
    public init?(routeText: String) { self.init(rawValue: routeText) }
}

extension Int: RouteArgument {
    /// Whole numbers.
    public static var routeConstraint: RoutePattern.Constraint { .int }

    /// Decimal digits, with a minus in front when it is negative.
    public var routeText: String { String(self) }

    /// Reads decimal digits.
    public init?(routeText: String) { self.init(routeText) }
}

/// A text that can be part of a location: not empty, without control characters.
public struct RouteText: RouteArgument, Hashable {
    /// The text.
    public let routeText: String

    /// Takes a text; `nil` when it is empty or has control characters.
    public init?(routeText: String) {
        guard !routeText.isEmpty,
            !routeText.utf8.contains(where: PercentCoding.isControl)
        else { return nil }
        self.routeText = routeText
    }
}

/// The end of a location: some further segments, at least one.
package struct RouteRemainder: Hashable, Sendable {
    /// More segments than any remainder has.
    static let maximumCount = 16

    /// The segments.
    package let segments: [RouteText]

    /// Takes segments; `nil` when there are none or more than 16.
    package init?(_ segments: [RouteText]) {
        guard !segments.isEmpty, segments.count <= Self.maximumCount else { return nil }
        self.segments = segments
    }

    /// The text of a location that has these segments only.
    var text: String { Location(segments.map(\.routeText)).description }

    /// Reads the argument that a match found for a remainder.
    init?(text: String) {
        guard let location = try? Location(parsing: text), location.query.isEmpty else {
            return nil
        }
        self.init(location.segments.compactMap(RouteText.init))
    }
}
