/// Every target is in a layer and named after it, and every Swift file is in a target.
struct LayoutCheck: Check {
    func findings(in project: Project) -> [Finding] {
        targets(in: project) + orphans(in: project)
    }

    private func targets(in project: Project) -> [Finding] {
        project.swiftTargets.compactMap { target, layer in
            guard let layer else {
                return project.finding(
                    target, .layout,
                    "The folder \(target.path) of \(target.name) is in no layer. Put it below "
                        + "Modules/, Apps/, Tests/ or tools/, or name its layer in "
                        + "tools/boundaries/Rules/Layer.swift.")
            }
            if project.swiftFiles(of: target).isEmpty {
                return project.finding(
                    target, .nothingChecked,
                    "\(target.name) has no Swift file in \(target.path). Remove the target, or "
                        + "correct its folder.")
            }
            let prefix =
                switch layer {
                case .wallet, .walletCommandLine: "Wallet"
                case .feed: "Feed"
                default: "Tenon"
                }
            guard layer.isModules, !target.name.hasPrefix(prefix) else { return nil }
            return project.finding(
                target, .layout,
                "\(target.name) is a module in \(target.path), so its name starts with \(prefix).")
        }
    }

    /// What `tools/fuzz/run` compiles is in no target: the fuzzer brings its own main.
    private func orphans(in project: Project) -> [Finding] {
        project.swiftFiles.filter { file in
            file.target == nil && !file.path.hasPrefix("tools/fuzz/")
        }.map { file in
            Finding(
                file.path, .orphan,
                "No target compiles this file. Move it into the folder of a target, or remove it.")
        }
    }
}
