/// A way by which push messages and links reach a running program of this person.
package protocol PushDelivering: Sendable {
    /// Receives payloads until the task is cancelled.
    ///
    /// - Parameter take: Does what a payload asks for; returns why it does not, or `nil` when it does.
    func receive(_ take: @escaping @Sendable ([UInt8]) async -> Explanation?) async

    /// Sends a payload to the running program that began last.
    ///
    /// - Parameters:
    ///   - payload: JSON, as ``PushMessage`` has it.
    ///   - executable: The name of the program; `nil` for any program of the application.
    /// - Returns: Why that program refuses it, in the language of that program; `nil` when it took it.
    /// - Throws: An ``ExplainedError`` when it reached none; `push.nobody` when none runs.
    func send(_ payload: [UInt8], to executable: String?) async throws -> Explanation?
}

extension PushMessage {
    /// The most bytes of a payload, which is what Apple's service and RFC 8030 (section 7.2) take.
    package static let largest = 4_096
}

extension Setting<String?> {
    /// The setting that says where a session starts.
    package static var start: Setting<String?> {
        Setting(
            "open", placeholder: "LOCATION",
            help: "Start at this location: what a link to a screen says after its scheme.")
    }
}

extension ErrorCode {
    /// No program runs that could take a message.
    package static let pushNobody = ErrorCode("push.nobody", .unavailable)
}

extension AnyPort {
    /// The ways by which messages come; the first one is used for sending.
    package static let pushDeliveries = CollectionPort<any PushDelivering>("pushDeliveries")
}
