/// An application: what is linked, booted into a container and run by its front end.
///
/// ```swift
/// await Application(info).run()
/// ```
public struct Application: Sendable {
    /// What it is called.
    public let info: ApplicationInfo
    /// The values of its settings.
    public private(set) var configuration: Configuration
    /// The plugin whose front end runs, when several are linked.
    public private(set) var frontEndPlugin: String?
    /// All plugins: those in the binary, those given explicitly, then those of libraries.
    public let plugins: [any Plugin.Type]

    private let unknownVersions: [UInt32]
    private let libraryProblems: [BootProblem]
    private var providing: @Sendable (inout Registrar) -> Void

    /// Collects the plugins of this binary.
    ///
    /// - Parameters:
    ///   - info: What the application is called.
    ///   - configuration: The values of its settings.
    ///   - plugins: Further plugins, for tests and for code that was loaded at run time.
    ///   - libraries: Paths of dynamic libraries whose plugins take part. Each stays loaded until
    ///     the process ends. It has to pass the checks of linked plugins, and two more: the
    ///     compiler of the application built it, and it holds no TenonCore of its own. The boot
    ///     reports what is wrong with it.
    ///   - linked: Whether the plugins in the binary take part.
    ///   - frontEndPlugin: The name of the plugin whose front end runs, when several are linked.
    ///   - providing: Registers what the executable itself provides, beside the plugins.
    public init(
        _ info: ApplicationInfo, configuration: Configuration = Configuration(),
        plugins: [any Plugin.Type] = [], libraries: [String] = [], linked: Bool = true,
        frontEndPlugin: String? = nil,
        providing: @escaping @Sendable (inout Registrar) -> Void = { _ in }
    ) {
        self.info = info
        self.configuration = configuration
        self.frontEndPlugin = frontEndPlugin
        self.providing = providing
        let section = linked ? PluginSection.read() : PluginSection()
        let loaded = libraries.map { PluginLibrary(path: $0) }
        self.plugins = section.plugins + plugins + loaded.flatMap(\.plugins)
        libraryProblems = loaded.flatMap(\.problems)
        unknownVersions = section.unknownVersions
    }

    /// The same application with other values of its settings.
    ///
    /// - Parameters:
    ///   - configuration: The values.
    ///   - frontEndPlugin: The name of the plugin whose front end runs, when several are linked.
    ///   - more: Registers further things that the executable provides.
    public func configured(
        by configuration: Configuration, frontEndPlugin: String? = nil,
        alsoProviding more: @escaping @Sendable (inout Registrar) -> Void = { _ in }
    ) -> Application {
        var application = self
        application.configuration = configuration
        application.frontEndPlugin = frontEndPlugin
        application.providing = { [providing] registrar in
            providing(&registrar)
            more(&registrar)
        }
        return application
    }

    /// Registers, checks and builds everything, and starts what runs.
    ///
    /// - Throws: ``BootFailure`` with every problem that was found, before anything is shown.
    public func boot() async throws -> RunningApplication {
        let running = try await build()
        try await running.start()
        return running
    }

    /// Registers, checks and builds everything, and starts nothing.
    ///
    /// - Throws: ``BootFailure`` with every problem that was found.
    public func check() async throws -> BootReport {
        try await build().container.report
    }

    /// The contributions of all plugins to one collection, without booting.
    ///
    /// Use it for what must be known before boot, such as the settings that the command line
    /// accepts. The factories of the contributions may ask for ``AnyPort/configuration``,
    /// ``AnyPort/application`` and other collections only.
    ///
    /// - Throws: What a factory throws, or a ``ContainerError`` when it asks for another port.
    public func contributions<Value>(to port: CollectionPort<Value>) async throws -> [Value] {
        var registrations = ownRegistrations.registrations
        for plugin in plugins {
            registrations += Registrar(plugin).registrations.filter {
                $0.port.kind == .collection
            }
        }
        let builder = ContainerBuilder(
            RegistrationTable(registrations), parent: BuiltPorts(), allowing: .application)
        return try await Resolver(builder: builder, path: nil)(port)
    }

    private func build() async throws -> RunningApplication {
        let start = ContinuousClock.now
        let graph = PluginGraph(
            plugins: plugins, unknownVersions: unknownVersions, libraryProblems: libraryProblems,
            copiesOfCore: PluginSection.copiesOfCore, frontEndPlugin: frontEndPlugin,
            own: RegisteredPlugin(
                PluginManifest(name: "application", version: info.version, summary: info.name),
                ownRegistrations),
            executable: info.executable)
        guard graph.problems.isEmpty else {
            throw BootFailure(executable: info.executable, problems: graph.problems)
        }
        let builder = ContainerBuilder(
            RegistrationTable(graph.registrations), parent: BuiltPorts(), allowing: .application)
        let failures = try await builder.buildAll()
        guard failures.isEmpty else {
            throw BootFailure(executable: info.executable, factories: failures)
        }
        let ports = builder.freeze()
        let scoped = RegistrationTable(graph.registrations.filter { $0.lifetime != .application })
        let total = ContinuousClock.now - start
        let container = Container(ports: ports, scoped: scoped) { [info] in
            graph.report(of: info, durations: builder.durations(), total: total)
        }
        return RunningApplication(
            container: container, lifecycles: builder.lifecycles(), builder: builder)
    }

    /// Boots, runs the front end until it ends or the task is cancelled, and stops.
    ///
    /// - Throws: ``BootFailure``, or what the front end throws.
    public func run() async throws -> ExitStatus {
        let running = try await boot()
        return try await running.run()
    }

    /// What the application itself provides to its plugins.
    private var ownRegistrations: Registrar {
        var registrar = Registrar(plugin: "application")
        registrar.provide(.configuration) { [configuration] in configuration }
        registrar.provide(.application) { [info] in info }
        providing(&registrar)
        return registrar
    }
}

/// A booted application.
public struct RunningApplication: Sendable {
    /// The frozen container.
    public let container: Container
    /// What runs, dependencies first.
    let lifecycles: [any LifecycleHandling]
    /// What made everything, and makes lazy values while the application runs.
    let builder: ContainerBuilder

    /// Runs the front end, then stops everything, even after an error.
    ///
    /// - Throws: What the front end throws.
    public func run() async throws -> ExitStatus {
        try await use { try await container[.frontEnd].run(in: container) }
    }

    /// Does something in place of the front end, then stops everything, even after an error.
    ///
    /// - Throws: What `body` throws.
    public func use<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            let result = try await Environment.$current.withValue(container, operation: body)
            await stop()
            return result
        } catch {
            await stop()
            throw error
        }
    }

    /// Stops what runs, in the reverse order of its start.
    public func stop() async {
        await Self.stop(lifecycles[...], builder)
    }

    fileprivate func start() async throws {
        for (index, lifecycle) in lifecycles.enumerated() {
            do {
                try await lifecycle.start()
            } catch {
                await Self.stop(lifecycles[..<index], builder)
                throw error
            }
        }
    }

    /// Stops in its own task: the task of the caller may be cancelled, and what stops may still
    /// have to wait for something.
    private static func stop(
        _ lifecycles: ArraySlice<any LifecycleHandling>, _ builder: ContainerBuilder
    ) async {
        await Task {
            for lifecycle in builder.close().reversed() { await lifecycle.stop() }
            for lifecycle in lifecycles.reversed() { await lifecycle.stop() }
        }.value
    }
}
