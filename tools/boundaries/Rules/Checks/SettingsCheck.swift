/// Every target written in Swift is compiled strictly, with warnings as errors.
struct SettingsCheck: Check {
    private static let required = [
        Setting("enableUpcomingFeature", "ExistentialAny"),
        Setting("enableUpcomingFeature", "InternalImportsByDefault"),
        Setting("enableUpcomingFeature", "MemberImportVisibility"),
        Setting("treatAllWarnings", "error"),
    ]

    /// Settings that would take back what the others ask for.
    private static let forbidden: Set<String> = ["unsafeFlags", "treatWarning", "disableWarning"]

    func findings(in project: Project) -> [Finding] {
        project.swiftTargets.flatMap { target, _ in
            missing(from: target, project) + forbidden(in: target, project)
        } + languageMode(of: project)
    }

    private func missing(from target: Target, _ project: Project) -> [Finding] {
        Self.required.filter { !target.settings.contains($0) }.map { setting in
            project.finding(
                target, .settings,
                "\(target.name) is compiled without '\(setting.kind)' of "
                    + "'\(setting.value ?? "")'. Let the loop at the end of Package.swift set it.")
        }
    }

    private func forbidden(in target: Target, _ project: Project) -> [Finding] {
        target.settings.filter { $0.tool != "linker" && Self.forbidden.contains($0.kind) }.map {
            project.finding(
                target, .settings,
                "\(target.name) has '\($0.kind)', which can silence a warning. "
                    + "Correct the cause.")
        }
    }

    private func languageMode(of project: Project) -> [Finding] {
        guard project.manifest.swiftLanguageVersions != ["6"] else { return [] }
        let message = "The package is not in language mode 6. Set 'swiftLanguageModes: [.v6]'."
        return [Finding("Package.swift", .settings, message)]
    }
}
