/// A rule, or a few that belong together, applied to a whole repository.
protocol Check {
    /// All places where the rule is broken, in any order.
    func findings(in project: Project) throws -> [Finding]
}

/// What every check of a manifest says first.
extension Project {
    /// A finding about the declaration of a target.
    func finding(_ target: Target, _ rule: RuleName, _ message: String) -> Finding {
        Finding("Package.swift", line: manifestText.line(of: target), rule, message)
    }
}
