/// Every plugin of a module has the record by which linking registers it.
///
/// Nothing else notices that a record was forgotten: the module is linked, and takes no part.
struct PluginRecordCheck: Check {
    func findings(in project: Project) -> [Finding] {
        project.swiftTargets.filter { $0.layer?.isModules == true }.flatMap { target, _ in
            let files = project.swiftFiles(of: target)
            let recorded = files.reduce(into: Set<String>()) {
                $0.formUnion($1.recordedPlugins)
            }
            return files.flatMap { file in
                file.plugins.filter { !recorded.contains($0.name) && !$0.isNamedByHand }.map {
                    Finding(
                        file.path, line: $0.line, .pluginRecord,
                        "Linking \(target.name) does not register \($0.name): it has no "
                            + "PluginRecord. Declare one, or say in its documentation that "
                            + "applications name it by hand.")
                }
            }
        }
    }
}
