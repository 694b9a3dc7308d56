import TenonUI

/// How two values differ, as text for a person.
///
/// ```
///   State(
///     rows: [
///       Row(
/// -       title: "Bank"
/// +       title: "My bank"
///     …
/// ```
enum ValueDifference {
    /// The different parts, `-` for the expected and `+` for the actual one, with what is around
    /// them and what they belong to.
    static func text<Value>(expected: Value, actual: Value) -> String {
        let lines = LineDifference.lines(
            expected: ValueText.lines(of: expected), actual: ValueText.lines(of: actual))
        guard !lines.isEmpty else {
            return "They differ only in what they do not show, such as the text of a secret."
        }
        return lines.joined(separator: "\n")
    }
}
