/// What can go wrong with locations and routes.
public typealias RoutingError = ModuleError<RoutingErrors>

/// Tells ``RoutingError`` apart from the errors of other modules.
public enum RoutingErrors {}

extension RoutingError {
    static func malformed(_ location: String) -> RoutingError {
        RoutingError(
            .locationMalformed, "\"\(location.prefix(200))\" is not a location.",
            remedy: "Write segments separated by colons, for example \"order:42\".")
    }

    static func unknown(_ location: Location) -> RoutingError {
        RoutingError(
            .locationUnknown, "There is nothing at \"\(location)\".",
            remedy: "Check the spelling, or start from the beginning.")
    }

    static func badArgument(
        _ location: Location, _ name: String, _ expected: RoutePattern.Constraint
    ) -> RoutingError {
        RoutingError(
            .locationBadArgument,
            "\"\(location)\" has a wrong argument: \"\(name)\" must be \(expected.explanation).",
            remedy: "Check the parts after the colons.")
    }

    /// A location with an argument that is not of the type of its route.
    public static func badArgument(_ location: Location) -> RoutingError {
        RoutingError(
            .locationBadArgument, "\"\(location)\" has an argument of the wrong kind.",
            remedy: "Check the parts after the colons.")
    }

    /// A location that may not be opened, with the reason for people.
    public static func refused(reason: String) -> RoutingError {
        RoutingError(.locationRefused, Sentence(verbatim: reason))
    }

    /// A location whose policies send each other in circles.
    public static func circle(_ location: Location) -> RoutingError {
        RoutingError(
            .locationRefused, "\"\(location)\" leads in circles.",
            remedy: "Change one of the policies that redirect it.")
    }

    /// Bytes that are not the payload of a push message.
    public static var badPush: RoutingError {
        RoutingError(
            .pushMalformed, "The payload of a push message is malformed.",
            remedy: "Send {\"aps\": {\"alert\": \"Text\", \"urn\": \"order:42\"}}.")
    }

    static func badPattern(_ pattern: String, _ reason: String) -> RoutingError {
        RoutingError(
            .routePattern, "The route pattern \"\(pattern)\" \(reason).",
            remedy: "Write constants, {name}, {name:int}, {name:uuid} or a last {name...}.")
    }

    static func conflicts(_ conflicts: [String]) -> RoutingError {
        RoutingError(
            .routeConflict, Sentence(verbatim: conflicts.joined(separator: " ")),
            remedy: "Change a constant segment or the type of an argument in one of them.")
    }
}

extension ErrorCode {
    /// A location that cannot be parsed.
    public static let locationMalformed = ErrorCode("location.malformed", .usage)
    /// A location that no route matches.
    public static let locationUnknown = ErrorCode("location.unknown", .failure)
    /// A location that would match if an argument had another type.
    public static let locationBadArgument = ErrorCode("location.bad-argument", .usage)
    /// The payload of a push message that cannot be read.
    public static let pushMalformed = ErrorCode("push.malformed", .badData)
    /// A location that a policy refuses.
    public static let locationRefused = ErrorCode("location.refused", .noPermission)
    /// A route pattern that cannot be parsed.
    public static let routePattern = ErrorCode("route.pattern", .configuration)
    /// Two patterns that match the same locations equally well.
    public static let routeConflict = ErrorCode("route.conflict", .configuration)
}
