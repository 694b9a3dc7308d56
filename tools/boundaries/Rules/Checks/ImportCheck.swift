/// Every import is of a module that the target may know and declares.
///
/// The compiler finds any module that happens to be built, so it accepts the import of a
/// dependency's dependency; this check does not.
struct ImportCheck: Check {
    func findings(in project: Project) -> [Finding] {
        project.swiftTargets.flatMap { target, layer in
            project.swiftFiles(of: target).flatMap { file in
                file.imports.flatMap { declaration in
                    problems(declaration, of: target, in: layer, project).map { rule, message in
                        Finding(file.path, line: declaration.line, rule, message)
                    }
                }
            }
        }
    }

    private func problems(
        _ declaration: SwiftFile.Import, of target: Target, in layer: Layer?, _ project: Project
    ) -> [(RuleName, String)] {
        let module = declaration.module
        var found: [(RuleName, String)] = []
        if declaration.isReexport {
            let advice = "Import it plainly here and in each file that needs it."
            found.append((.reexport, "'@_exported' hands \(module) on unseen. \(advice)"))
        }
        if let imported = project.manifest.target(module: module) {
            if let problem = LayerCheck.problem(target, layer, uses: imported, project) {
                found.append((.layer, problem))
            } else if !target.declares(target: imported.name) {
                found.append((.undeclaredImport, undeclared(imported.name, by: target)))
            }
        } else if StandardModules.all.contains(module) {
            found += standardProblems(module, of: target, in: layer)
        } else if layer == .core {
            found.append((.layer, "\(Layer.core.usesInWords). Remove the import of \(module)."))
        } else if !target.declares(product: module) {
            found.append((.undeclaredImport, undeclared(module, by: target)))
        }
        return found
    }

    private func standardProblems(
        _ module: String, of target: Target, in layer: Layer?
    ) -> [(RuleName, String)] {
        if layer == .core, !StandardModules.core.contains(module) {
            let advice = "Leave what needs \(module) to a service behind a port."
            return [(.layer, "\(Layer.core.usesInWords). \(advice)")]
        }
        if StandardModules.testFrameworks.contains(module), layer != .test, layer != .testing {
            let advice = "Move what needs it to Tests/ or Modules/Testing."
            return [
                (.testFramework, "\(target.name) is not a test and imports \(module). \(advice)")
            ]
        }
        return []
    }

    private func undeclared(_ name: String, by target: Target) -> String {
        "\(target.name) imports \(name) and does not declare it. "
            + "Add it to the dependencies of \(target.name) in Package.swift, or remove the import."
    }
}
