public import Foundation
public import TenonCore

extension UUID: RouteArgument {
    /// UUIDs.
    public static var routeConstraint: RoutePattern.Constraint { .uuid }

    /// The text form, in lower case as RFC 9562 writes it.
    public var routeText: String { uuidString.lowercased() }

    /// Reads the text form.
    public init?(routeText: String) { self.init(uuidString: routeText) }
}
