/// One place that breaks a rule.
package struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// The file, relative to the root of the repository.
    package let path: String
    /// The line in that file, counted from 1.
    package let line: Int
    /// The rule that is broken.
    package let rule: RuleName
    /// What is wrong and what to do about it.
    package let message: String

    /// Makes a finding; without a line it is about the file as a whole.
    package init(_ path: String, line: Int = 1, _ rule: RuleName, _ message: String) {
        self.path = path
        self.line = line
        self.rule = rule
        self.message = message
    }

    /// The form that editors understand: `path:line: rule: message`.
    package var description: String { "\(path):\(line): \(rule.rawValue): \(message)" }
}

extension Finding: Comparable {
    package static func < (left: Finding, right: Finding) -> Bool {
        (left.path, left.line, left.rule.rawValue, left.message)
            < (right.path, right.line, right.rule.rawValue, right.message)
    }
}
