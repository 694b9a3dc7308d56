/// What can go wrong when a container makes values.
public typealias ContainerError = ModuleError<ContainerErrors>

/// Tells ``ContainerError`` apart from the errors of other modules.
public enum ContainerErrors {}

extension ContainerError {
    static func notTransient(_ port: AnyPort) -> ContainerError {
        ContainerError(
            .containerLifetime, "The port \"\(port.name)\" is not transient.",
            remedy: "Read it with a subscript, or provide it with the lifetime .transient.")
    }

    static func missing(_ port: AnyPort, path: [String]) -> ContainerError {
        ContainerError(
            .containerMissing,
            "The factory of \(path.last ?? "?") asked for \"\(port.name)\", which nothing provides.",
            remedy: "Link a module that provides \"\(port.name)\".")
    }

    static func absent(_ port: AnyPort) -> ContainerError {
        ContainerError(
            .containerMissing,
            "The port \"\(port.name)\" was asked for, which nothing provides.",
            remedy: "Add `registrar.require(…)` to the plugin that asks, so that boot checks it.")
    }

    static func wrongLifetime(_ port: AnyPort, path: [String]) -> ContainerError {
        ContainerError(
            .containerLifetime,
            """
            The factory of \(path.last ?? "?") asked for "\(port.name)", \
            which lives shorter than what it makes.
            """,
            remedy: "Provide what it makes with the same lifetime, or resolve the port later.")
    }

    static func stopped(_ registration: Registration) -> ContainerError {
        ContainerError(
            .containerStopped,
            "The port \"\(registration.port.name)\" was asked for after the application stopped.",
            remedy: "Ask for it earlier, or end what asks before the application stops.")
    }

    static var environmentChanged: ContainerError {
        ContainerError(
            .containerEnvironment, "Someone signed in or out meanwhile, so this was stopped.",
            remedy: "Try it again.")
    }

    static func cycle(_ path: [String]) -> ContainerError {
        ContainerError(
            .containerCycle, "These factories need each other: \(path.joined(separator: " → ")).",
            remedy: "Break the circle: let one of them resolve the other later, or split it in two."
        )
    }

    static func factory(_ registration: Registration, path: [String], cause: any Error)
        -> ContainerError
    {
        let explained = cause as? any ExplainedError
        let reason = explained?.message ?? Sentence(verbatim: "\(cause)")
        let end = "\(reason)".utf8.last == UInt8(ascii: ".") ? "" : "."
        let failure: Sentence = """
            The factory of "\(registration.port.name)" in the plugin \(registration.plugin) failed: \
            \(reason)\(end)
            """
        let need: Sentence = "It was needed for \(path.joined(separator: " → "))."
        let remedy = explained?.remedy ?? ""
        return ContainerError(
            .containerFactory, Sentence(joining: [failure, path.isEmpty ? "" : need]),
            remedy: remedy.isEmpty
                ? "Mend what it says, or leave \(registration.plugin) out of the executable."
                : remedy,
            cause: cause)
    }
}

extension ErrorCode {
    static let containerMissing = ErrorCode("container.missing", .configuration)
    static let containerLifetime = ErrorCode("container.lifetime", .configuration)
    static let containerCycle = ErrorCode("container.cycle", .configuration)
    static let containerStopped = ErrorCode("container.stopped", .defect)
    static let containerEnvironment = ErrorCode("container.environment", .tryLater)
    static let containerFactory = ErrorCode("container.factory", .configuration)
}
