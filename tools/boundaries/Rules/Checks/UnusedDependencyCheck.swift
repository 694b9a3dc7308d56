/// A module declares nothing that none of its files imports.
///
/// Executables and tests are exempt: they link what registers itself, without an import.
struct UnusedDependencyCheck: Check {
    func findings(in project: Project) -> [Finding] {
        project.swiftTargets.filter { $0.layer?.isModules == true }.flatMap { target, _ in
            let files = project.swiftFiles(of: target)
            guard !files.isEmpty else { return [Finding]() }
            let imported = Set(files.flatMap(\.imports).map(\.module))
            return target.dependencies.map(\.importName).filter { !imported.contains($0) }
                .map { name in
                    project.finding(
                        target, .unusedDependency,
                        "\(target.name) declares \(name) and no file of it imports that. "
                            + "Remove it from the dependencies of \(target.name).")
                }
        }
    }
}

extension Dependency {
    /// The name that an import of it uses.
    fileprivate var importName: String {
        switch self {
        case .named(let name), .product(let name, _): name
        }
    }
}
