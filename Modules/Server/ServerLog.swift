import Glibc
import TenonCore

/// Writes each event as a line of JSON to standard error.
///
/// The lines hold no addresses of clients, no paths with names in them, no fields and no bodies:
/// only what kinds of requests there were, and how they were answered.
struct ServerLog: Sendable {
    private let now: @Sendable () -> Timestamp

    /// Makes a log.
    ///
    /// - Parameter now: Tells the time.
    init(now: @escaping @Sendable () -> Timestamp) { self.now = now }

    /// Writes an event.
    func note(
        _ event: String, level: String = "info", _ members: [(String, JSONValue)] = []
    ) {
        let head: [(String, JSONValue)] = [
            ("time", .string(InternetTime.write(now()))), ("level", .string(level)),
            ("event", .string(event)),
        ]
        var line: [UInt8] = []
        JSONValue.object((head + members).map { .init($0.0, $0.1) }).write {
            line.append(contentsOf: $0)
        }
        line.append(UInt8(ascii: "\n"))
        line.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Writes an error: its code and message where it has them, otherwise only its type.
    func note(_ error: any Error, at route: String) {
        let words = (error as? any ExplainedError).map { "\($0.code.name): \($0.message)" }
        note(
            "failure", level: "error",
            [("route", .string(route)), ("error", .string(words ?? "\(type(of: error))"))])
    }
}
