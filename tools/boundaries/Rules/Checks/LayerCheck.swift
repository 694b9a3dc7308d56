/// No target declares a dependency on a layer that it must not know.
struct LayerCheck: Check {
    func findings(in project: Project) -> [Finding] {
        project.swiftTargets.flatMap { target, layer in
            target.dependencies.compactMap { dependency -> Finding? in
                guard case .named(let name) = dependency,
                    let used = project.manifest.target(named: name),
                    let problem = LayerCheck.problem(target, layer, uses: used, project)
                else { return nil }
                return project.finding(target, .layer, problem)
            }
        }
    }

    /// What is wrong with a target using another one, or nothing.
    static func problem(
        _ target: Target, _ layer: Layer?, uses used: Target, _ project: Project
    ) -> String? {
        guard let layer else { return nil }
        if project.isShim(used) {
            let owner = project.owner(ofShim: used)
            guard let owner, owner.name != target.name, layer != .test else { return nil }
            return "\(used.name) belongs to \(owner.name) alone. "
                + "Let \(target.name) ask for what \(owner.name) makes of it."
        }
        guard let usedLayer = Layer(folder: used.path), !layer.uses.contains(usedLayer) else {
            return nil
        }
        return "\(target.name) uses \(used.name) of \(usedLayer.rawValue). \(layer.usesInWords). "
            + remedy(for: layer)
    }

    private static func remedy(for layer: Layer) -> String {
        switch layer {
        case .core: "Name a port in Core and let a higher module provide it."
        case .app: "Apps link presentations, features and services; what they share is a module."
        case .presentation: "A presentation learns everything from the session it is given."
        case .server: "A server learns everything from what is contributed to its ports."
        case .wallet, .walletCommandLine, .feed:
            "Ask for a port; only an executable links its provider."
        case .networking, .oauth, .security, .ui, .service, .commandLine, .testing, .tool, .test:
            "Ask for a port of Core, or pass a value in."
        }
    }
}
