import Foundation

/// How what is seen in a replay differs from what was recorded, line by line.
///
/// ```
///   {
///     "summary" : "",
/// -   "title" : "Logins"
/// +   "title" : "All logins"
/// ```
public struct ScreenDifference: Sendable, Equatable, CustomStringConvertible {
    /// How many lines are kept of a long difference.
    private static let limit = 40

    /// The lines that differ, `-` as recorded and `+` as seen now, with what is around them.
    ///
    /// They are those of the screens' JSON, without secrets that are revealed; empty when the screens
    /// are equal.
    public let lines: [String]

    /// Compares a recorded screen with the present one; `nil` for none.
    public init(recorded: Screen?, present: Screen?) {
        self.init(of: recorded?.recorded, present?.recorded)
    }

    /// Compares recorded questions with those that are open.
    init(recorded: [Question.Kind], present: [Question.Kind]) { self.init(of: recorded, present) }

    private init(of recorded: some Encodable, _ present: some Encodable) {
        let all = LineDifference.lines(
            expected: Self.lines(of: recorded), actual: Self.lines(of: present))
        lines = all.count > Self.limit ? all.prefix(Self.limit) + ["  …"] : all
    }

    /// The lines below each other.
    public var description: String { lines.joined(separator: "\n") }

    private static func lines(of value: some Encodable) -> [String] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
