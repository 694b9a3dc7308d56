/// What the plugins registered, checked as a whole before anything is made.
struct PluginGraph: Sendable {
    let registrations: [Registration]
    private(set) var problems: [BootProblem] = []

    private let executable: String
    /// The plugins that take part, by name.
    private let plugins: [RegisteredPlugin]
    /// What the executable itself registers.
    private let own: RegisteredPlugin
    /// Every port that anybody mentions, by name.
    private let ports: [AnyPort]
    /// By port: the plugins that fill it or contribute to it, in their order.
    private let providers: PortMap<[String]>

    init(
        plugins: [any Plugin.Type], unknownVersions: [UInt32],
        libraryProblems: [BootProblem] = [], copiesOfCore: Int = 1, frontEndPlugin: String?,
        own: RegisteredPlugin, executable: String
    ) {
        self.executable = executable
        let all = plugins.map { RegisteredPlugin($0) }.sorted { $0.name < $1.name }
        let frontEnds = all.filter { $0.provides.contains(.frontEnd) }.map(\.name)
        let chosen = all.filter { plugin in
            frontEndPlugin.map { $0 == plugin.name || !frontEnds.contains(plugin.name) } ?? true
        }
        let overridden = Set(
            (chosen + [own]).flatMap(\.registrations).filter(\.isOverriding).map(\.port))
        self.plugins = chosen.map { $0.yielding(overridden) }
        self.own = own.yielding(overridden)
        registrations = self.own.registrations + self.plugins.flatMap(\.registrations)
        ports = Self.ports(of: self.plugins + [self.own])
        providers = Self.providers(of: registrations)

        if copiesOfCore > 1 { problems.append(.copiesOfCore(copiesOfCore)) }
        problems += unknownVersions.map { .unknownRecord(version: $0) }
        problems += libraryProblems
        problems += nameProblems()
        if let frontEndPlugin, !frontEnds.contains(frontEndPlugin) {
            // What that front end would have provided is not reported as missing, too.
            problems.append(.unknownFrontEnd(frontEndPlugin, available: frontEnds))
        } else {
            problems += portProblems()
        }
    }

    /// The report of a boot that succeeded.
    func report(
        of info: ApplicationInfo, durations: [String: Duration], total: Duration
    ) -> BootReport {
        var requiring = PortMap<[String]>(absent: [])
        for plugin in plugins {
            for port in plugin.requires { requiring[port].append(plugin.name) }
        }
        return BootReport(
            application: info,
            plugins: plugins.map { plugin in
                BootReport.PluginEntry(
                    name: plugin.name, version: plugin.manifest.version,
                    summary: plugin.manifest.summary, provides: plugin.provides.map(\.name),
                    contributes: plugin.contributes.map(\.name),
                    requires: plugin.requires.map(\.name),
                    bootMicroseconds: durations[plugin.name, default: .zero].microseconds)
            },
            ports: ports.map { port in
                BootReport.PortEntry(
                    name: port.name, kind: port.kind, providers: providers[port],
                    requiredBy: requiring[port])
            },
            bootMicroseconds: total.microseconds)
    }

    private static func ports(of plugins: [RegisteredPlugin]) -> [AnyPort] {
        var isKnown = PortMap(absent: false)
        var all: [AnyPort] = []
        for plugin in plugins {
            for port in plugin.provides + plugin.contributes + plugin.requires
            where !isKnown[port] {
                isKnown[port] = true
                all.append(port)
            }
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
        Self.repeated(plugins.map(\.name)).map { .sameName($0.name, count: $0.count) }
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

    /// Missing and doubled providers, the front end first.
    ///
    /// A front end provides other ports, too; what is missing only because the front end is missing
    /// is not reported.
    private func portProblems() -> [BootProblem] {
        var isRequired = PortMap(absent: false)
        isRequired[.frontEnd] = true
        for plugin in plugins + [own] {
            for port in plugin.requires { isRequired[port] = true }
        }
        let frontEnds = providers[.frontEnd]
        func comesWithFrontEnd(_ port: AnyPort) -> Bool {
            port != .frontEnd && port.knownProviders == AnyPort.frontEnd.knownProviders
        }
        var result: [BootProblem] = []
        for port in [.frontEnd] + ports.filter({ $0 != .frontEnd }) where port.kind != .collection {
            let plugins = providers[port]
            if plugins.count > 1 {
                // Choosing one of several front ends also decides what they provide beside it.
                if port != .frontEnd, Set(plugins).isSubset(of: frontEnds) { continue }
                result.append(.ambiguous(port, plugins: plugins.sorted()))
            } else if plugins.isEmpty, port.kind == .required, isRequired[port] {
                if frontEnds.isEmpty, comesWithFrontEnd(port) { continue }
                var chains = chains(to: port)
                if port == .frontEnd {
                    chains += ports.filter(comesWithFrontEnd).flatMap(self.chains)
                }
                result.append(.missing(port, requiredBy: chains, executable: executable))
            }
        }
        return result
    }

    /// The chains of requirements that lead to a port: one for each plugin that names it, and an empty
    /// one for the application itself.
    private func chains(to port: AnyPort) -> [[String]] {
        let direct = plugins.filter { $0.requires.contains(port) }.map { chain(from: $0) }
        let isOwn = port == .frontEnd || own.requires.contains(port)
        return isOwn ? direct + [[]] : direct
    }

    private func chain(from plugin: RegisteredPlugin) -> [String] {
        var chain = [plugin.name]
        var current = plugin
        while let next = plugins.first(where: { candidate in
            !chain.contains(candidate.name)
                && candidate.requires.contains { current.provides.contains($0) }
        }) {
            chain.append(next.name)
            current = next
        }
        return chain
    }
}

extension Duration {
    /// Whole microseconds.
    var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
