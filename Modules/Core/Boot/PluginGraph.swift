/// What the plugins registered, checked as a whole before anything is made.
struct PluginGraph: Sendable {
    let manifests: [PluginManifest]
    let registrations: [Registration]
    private(set) var problems: [BootProblem] = []

    private let executable: String
    /// Every port that anybody mentions, by name.
    private let ports: [AnyPort]
    /// By port: the plugins that fill it or contribute to it, in their order.
    private let providers: PortMap<[String]>

    init(
        plugins: [any Plugin.Type], unknownVersions: [UInt32],
        libraryProblems: [BootProblem] = [], copiesOfCore: Int = 1, frontEndPlugin: String?,
        own: Registrar, executable: String
    ) {
        self.executable = executable
        let all = plugins.map { ($0.manifest, $0) }.sorted { $0.0.name < $1.0.name }
        let chosen = all.filter { manifest, _ in
            guard let frontEndPlugin else { return true }
            return manifest.name == frontEndPlugin || !manifest.provides.contains(.frontEnd)
        }
        manifests = chosen.map(\.0)
        let registrars = chosen.map { manifest, plugin in
            var registrar = Registrar(plugin: manifest.name)
            plugin.register(in: &registrar)
            return registrar
        }
        registrations = own.registrations + registrars.flatMap(\.registrations)
        ports = Self.ports(of: registrations, manifests)
        providers = Self.providers(of: registrations)

        if copiesOfCore > 1 { problems.append(.copiesOfCore(copiesOfCore)) }
        problems += unknownVersions.map { .unknownRecord(version: $0) }
        problems += libraryProblems
        problems += nameProblems()
        for (manifest, registrar) in zip(manifests, registrars) {
            problems += Self.disagreements(manifest, registrar)
        }
        let unknownFrontEnd = frontEndProblems(all.map(\.0), chosen: frontEndPlugin)
        problems += unknownFrontEnd
        problems += portProblems(lackingFrontEnd: !unknownFrontEnd.isEmpty)
    }

    /// The report of a boot that succeeded.
    func report(
        of info: ApplicationInfo, durations: [String: Duration], total: Duration
    ) -> BootReport {
        var requiring = PortMap<[String]>(absent: [])
        for manifest in manifests {
            for port in manifest.requires { requiring[port].append(manifest.name) }
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
                    name: port.name, kind: port.kind, providers: providers[port],
                    requiredBy: requiring[port])
            },
            bootMicroseconds: total.microseconds)
    }

    private static func ports(
        of registrations: [Registration], _ manifests: [PluginManifest]
    ) -> [AnyPort] {
        var isKnown = PortMap(absent: false)
        var all: [AnyPort] = []
        func add(_ port: AnyPort) {
            guard !isKnown[port] else { return }
            isKnown[port] = true
            all.append(port)
        }
        for registration in registrations { add(registration.port) }
        for manifest in manifests {
            manifest.provides.forEach(add)
            manifest.contributes.forEach(add)
            manifest.requires.forEach(add)
        }
        return all.sorted { $0.name < $1.name }
    }

    private static func providers(of registrations: [Registration]) -> PortMap<[String]> {
        let table = RegistrationTable(registrations)
        var result = PortMap<[String]>(absent: [])
        for registration in registrations where result[registration.port].isEmpty {
            result[registration.port] = table.indexes(of: registration.port).map {
                registrations[$0].plugin
            }
        }
        return result
    }

    private func nameProblems() -> [BootProblem] {
        Self.repeated(manifests.map(\.name)).map { .sameName($0.name, count: $0.count) }
            + Self.repeated(ports.map(\.name)).map { .sameNamedPorts($0.name) }
    }

    /// The names that occur more than once among sorted names.
    private static func repeated(_ names: [String]) -> [(name: String, count: Int)] {
        var result: [(name: String, count: Int)] = []
        for (name, next) in zip(names, names.dropFirst()) where name == next {
            if result.last?.name == name {
                result[result.count - 1].count += 1
            } else {
                result.append((name, 2))
            }
        }
        return result
    }

    private func frontEndProblems(
        _ all: [PluginManifest], chosen: String?
    ) -> [BootProblem] {
        let available = all.filter { $0.provides.contains(.frontEnd) }.map(\.name)
        guard let chosen, !available.contains(chosen) else { return [] }
        return [.unknownFrontEnd(chosen, available: available)]
    }

    /// Missing and doubled providers; a missing front end is reported only once.
    private func portProblems(lackingFrontEnd: Bool) -> [BootProblem] {
        var isRequired = PortMap(absent: false)
        isRequired[.frontEnd] = !lackingFrontEnd
        for manifest in manifests {
            for port in manifest.requires { isRequired[port] = true }
        }
        let frontEnds = providers[.frontEnd]
        var result: [BootProblem] = []
        for port in ports.filter({ $0 != .frontEnd }) + [.frontEnd] where port.kind != .collection {
            let plugins = providers[port]
            if plugins.count > 1 {
                // Choosing one of several front ends also decides what they provide beside it.
                if port != .frontEnd, Set(plugins).isSubset(of: frontEnds) { continue }
                result.append(.ambiguous(port, plugins: plugins.sorted()))
            } else if plugins.isEmpty, port.kind == .required, isRequired[port] {
                result.append(
                    .missing(port, requiredBy: chains(to: port), executable: executable))
            }
        }
        return result
    }

    /// The chains of requirements that lead to a port: one for each plugin that names it.
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
        // Comparing as written first: names are sorted only where the order differs.
        if manifest.provides != provided, names(manifest.provides) != names(provided) {
            result.append(
                .disagreement(
                    plugin: manifest.name, what: "provides", manifest: names(manifest.provides),
                    registered: names(provided)))
        }
        if manifest.contributes != contributed,
            names(manifest.contributes) != names(contributed)
        {
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
