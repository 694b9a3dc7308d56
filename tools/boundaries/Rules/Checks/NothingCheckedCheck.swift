/// There was something to check: silence must mean that the rules hold.
struct NothingCheckedCheck: Check {
    func findings(in project: Project) -> [Finding] {
        var problems: [String] = []
        if project.manifest.targets.isEmpty { problems.append("The manifest has no target.") }
        if project.swiftFiles.isEmpty {
            problems.append("There is no Swift file below \(project.tree.folder).")
        } else if project.swiftFiles.allSatisfy(\.imports.isEmpty) {
            problems.append("None of \(project.swiftFiles.count) Swift files imports anything.")
        }
        return problems.map { problem in
            Finding(
                "Package.swift", .nothingChecked,
                "\(problem) Check that the manifest and the folder belong together.")
        }
    }
}
