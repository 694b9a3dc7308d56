/// The rules of a repository's structure, applied to one repository.
package struct Inspection {
    /// All places that break a rule, sorted by path and line.
    package let findings: [Finding]
    /// What was checked, as a sentence for people.
    package let summary: String

    /// Reads a repository and applies all rules.
    ///
    /// - Throws: `BoundaryError` when a file cannot be read or understood.
    package init(manifest: Manifest, tree: ProjectTree) throws {
        let project = try Project(manifest: manifest, tree: tree)
        let checks: [any Check] = [
            NothingCheckedCheck(), TopLevelCheck(), LayoutCheck(), SettingsCheck(), LayerCheck(),
            ImportCheck(), OutsidePackageCheck(), UnusedDependencyCheck(), ReadMeCheck(),
            FileCheck(), PluginRecordCheck(), PlatformCheck(), TestableCheck(),
            TimeCheck(),
        ]
        findings = Set(try checks.flatMap { try $0.findings(in: project) }).sorted()
        let imports = project.swiftFiles.map(\.imports.count).reduce(0, +)
        summary =
            "\(manifest.targets.count) targets, \(project.swiftFiles.count) Swift files, "
            + "\(imports) imports: \(findings.isEmpty ? "no" : "\(findings.count)") findings"
    }
}
