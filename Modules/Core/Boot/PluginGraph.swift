/// What the plugins registered, checked as a whole before anything is made.
struct PluginGraph {
    let manifests: [PluginManifest]
    let registrations: [Registration]
    private(set) var problems: [BootProblem] = []

    private let executable: String

    init(
        plugins: [any Plugin.Type], unknownVersions: [UInt32], frontEndPlugin: String?,
        own: Registrar, executable: String
    ) {
        self.executable = executable
        let chosen = plugins.filter { plugin in
            guard let frontEndPlugin else { return true }
            return plugin.manifest.name == frontEndPlugin
                || !plugin.manifest.provides.contains(.frontEnd)
        }
        manifests = chosen.map { $0.manifest }.sorted { $0.name < $1.name }
        let registrars = chosen.map { plugin in
            var registrar = Registrar(plugin: plugin.manifest.name)
            plugin.register(in: &registrar)
            return (plugin.manifest, registrar)
        }
        registrations = own.registrations + registrars.flatMap(\.1.registrations)

        problems += unknownVersions.map { .unknownRecord(version: $0) }
        problems += nameProblems()
        for (manifest, registrar) in registrars.sorted(by: { $0.0.name < $1.0.name }) {
            problems += Self.disagreements(manifest, registrar)
        }
        let unknownFrontEnd = frontEndProblems(plugins: plugins, chosen: frontEndPlugin)
        problems += unknownFrontEnd
        problems += portProblems(lackingFrontEnd: !unknownFrontEnd.isEmpty)
    }

    /// The report of a boot that succeeded.
    func report(
        of info: ApplicationInfo, durations: [String: Duration], total: Duration
    ) -> BootReport {
        let providers = self.providers
        var requiring: [AnyPort: [String]] = [:]
        for manifest in manifests {
            for port in manifest.requires { requiring[port, default: []].append(manifest.name) }
        }
        return BootReport(
            application: info,
            plugins: manifests.map { manifest in
                BootReport.PluginEntry(
                    name: manifest.name, version: manifest.version, summary: manifest.summary,
                    provides: manifest.provides.map(\.name),
                    contributes: manifest.contributes.map(\.name),
                    requires: manifest.requires.map(\.name),
                    bootMicroseconds: durations[manifest.name, default: .zero].microseconds)
            },
            ports: ports.map { port in
                BootReport.PortEntry(
                    name: port.name, kind: port.kind, providers: providers[port] ?? [],
                    requiredBy: requiring[port] ?? [])
            },
            bootMicroseconds: total.microseconds)
    }

    /// Every port that anybody mentions, by name.
    private var ports: [AnyPort] {
        var all = Set(registrations.map(\.port))
        for manifest in manifests {
            all.formUnion(manifest.provides + manifest.contributes + manifest.requires)
        }
        return all.sorted { $0.name < $1.name }
    }

    /// By port: the plugins that fill it or contribute to it, in their order.
    private var providers: [AnyPort: [String]] {
        Dictionary(grouping: registrations, by: \.port).mapValues { group in
            group.sorted { ($1.priority, $0.plugin) < ($0.priority, $1.plugin) }.map(\.plugin)
        }
    }

    private func nameProblems() -> [BootProblem] {
        let names = Dictionary(grouping: manifests, by: \.name).filter { $0.value.count > 1 }
        let portNames = Dictionary(grouping: ports, by: \.name).filter { $0.value.count > 1 }
        return names.keys.sorted().map { .sameName($0, count: names[$0]?.count ?? 0) }
            + portNames.keys.sorted().map { .sameNamedPorts($0) }
    }

    private func frontEndProblems(plugins: [any Plugin.Type], chosen: String?) -> [BootProblem] {
        guard let chosen, !manifests.contains(where: { $0.name == chosen }) else { return [] }
        let available = plugins.map { $0.manifest }.filter { $0.provides.contains(.frontEnd) }
        return [.unknownFrontEnd(chosen, available: available.map(\.name).sorted())]
    }

    /// Missing and doubled providers; a front end that is known to be lacking is told only once.
    private func portProblems(lackingFrontEnd: Bool) -> [BootProblem] {
        var required: Set<AnyPort> = lackingFrontEnd ? [] : [.frontEnd]
        for manifest in manifests { required.formUnion(manifest.requires) }
        let providers = self.providers
        var result: [BootProblem] = []
        for port in ports.filter({ $0 != .frontEnd }) + [.frontEnd] where port.kind != .collection {
            let plugins = (providers[port] ?? []).sorted()
            if plugins.count > 1 {
                result.append(.ambiguous(port, plugins: plugins))
            } else if plugins.isEmpty, port.kind == .required, required.contains(port) {
                result.append(
                    .missing(port, requiredBy: chains(to: port), executable: executable))
            }
        }
        return result
    }

    /// Who requires a port, and through whom: one chain for each plugin that names it.
    private func chains(to port: AnyPort) -> [[String]] {
        let direct = manifests.filter { $0.requires.contains(port) }.map { chain(from: $0) }
        return port == .frontEnd ? direct + [["the application"]] : direct
    }

    private func chain(from manifest: PluginManifest) -> [String] {
        var chain = [manifest.name]
        var current = manifest
        while let next = manifests.first(where: { candidate in
            !chain.contains(candidate.name)
                && candidate.requires.contains { current.provides.contains($0) }
        }) {
            chain.append(next.name)
            current = next
        }
        return chain
    }

    private static func disagreements(
        _ manifest: PluginManifest, _ registrar: Registrar
    ) -> [BootProblem] {
        func names(_ ports: [AnyPort]) -> [String] { Set(ports.map(\.name)).sorted() }
        let provided = registrar.registrations.map(\.port).filter { $0.kind != .collection }
        let contributed = registrar.registrations.map(\.port).filter { $0.kind == .collection }
        var result: [BootProblem] = []
        if names(manifest.provides) != names(provided) {
            result.append(
                .disagreement(
                    plugin: manifest.name, what: "provides", manifest: names(manifest.provides),
                    registered: names(provided)))
        }
        if names(manifest.contributes) != names(contributed) {
            result.append(
                .disagreement(
                    plugin: manifest.name, what: "contributes to",
                    manifest: names(manifest.contributes), registered: names(contributed)))
        }
        return result
    }
}

extension Duration {
    /// Whole microseconds.
    var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
