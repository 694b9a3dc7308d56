/// The top level of the repository holds what the architecture lists and nothing else.
struct TopLevelCheck: Check {
    private static let required: Set<String> = [
        ".ci", ".gitignore", ".swift-format", "Apps", "LICENSE", "Modules", "Package.swift",
        "README.md", "Tests", "tools",
    ]

    func findings(in project: Project) -> [Finding] {
        let present = Set(project.tree.topLevel)
        return present.subtracting(Self.required).map { name in
            Finding(
                name, .topLevel,
                "This does not belong at the top level. Move it below Modules, Apps, Tests or "
                    + "tools, or name it in .gitignore if it is made by a program.")
        }
            + Self.required.subtracting(present).map { name in
                Finding(name, .topLevel, "This is missing at the top level.")
            }
    }
}
