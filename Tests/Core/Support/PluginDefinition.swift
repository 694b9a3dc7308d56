import TenonCore

/// A plugin that a test makes up: plugins are types, and these types look up what they are.
struct PluginDefinition: Sendable {
    @TaskLocal static var all: [PluginDefinition] = []

    /// A plugin with a front end that ends at once, which every boot needs.
    static let frontEnd = PluginDefinition("front-end") {
        $0.provide(.frontEnd) { IdleFrontEnd() }
    }

    /// The types of the present definitions.
    static var types: [any Plugin.Type] { Array(MadeUp.plugins[..<all.count]) }

    /// A plugin that does nothing but require a port.
    static func requiring(_ port: AnyPort) -> PluginDefinition {
        PluginDefinition("requiring", requires: [port])
    }

    let manifest: PluginManifest
    let register: @Sendable (inout Registrar) -> Void

    init(
        _ name: String, requires: [AnyPort] = [],
        register: @escaping @Sendable (inout Registrar) -> Void = { _ in }
    ) {
        manifest = PluginManifest(name: name, version: "1.0.0", summary: "Test")
        self.register = { registrar in
            for port in requires { registrar.require(port) }
            register(&registrar)
        }
    }
}

/// Ends at once.
struct IdleFrontEnd: FrontEnd {
    func run(in container: Container) async throws -> ExitStatus { .success }
}

extension ApplicationInfo {
    static let test = ApplicationInfo(
        name: "Test", executable: "test-app", version: "1.0.0", scheme: "test")
}

extension Application {
    /// Does something with an application of made-up plugins, a front end among them.
    static func with<Result>(
        _ definitions: [PluginDefinition], frontEnd: Bool = true, frontEndPlugin: String? = nil,
        configuration: Configuration = Configuration(),
        _ body: (Application) async throws -> Result
    ) async throws -> Result {
        let all = definitions + (frontEnd ? [.frontEnd] : [])
        return try await PluginDefinition.$all.withValue(all) {
            try await body(
                Application(
                    .test, configuration: configuration,
                    plugins: PluginDefinition.types, linked: false,
                    frontEndPlugin: frontEndPlugin))
        }
    }

    /// Boots made-up plugins.
    static func boot(
        _ definitions: PluginDefinition..., configuration: Configuration = Configuration()
    ) async throws -> RunningApplication {
        try await with(definitions, configuration: configuration) { try await $0.boot() }
    }

    /// Boots made-up plugins, which must fail.
    static func problems(
        _ definitions: PluginDefinition..., frontEnd: Bool = true, frontEndPlugin: String? = nil
    ) async throws -> [BootProblem] {
        do {
            _ = try await with(definitions, frontEnd: frontEnd, frontEndPlugin: frontEndPlugin) {
                try await $0.boot()
            }
            return []
        } catch let failure as BootFailure {
            return failure.problems
        }
    }
}

/// The types behind the definitions.
private enum MadeUp<Tens: Digit, Ones: Digit>: Plugin {
    private static var definition: PluginDefinition {
        PluginDefinition.all[Tens.value * 10 + Ones.value]
    }

    static var manifest: PluginManifest { definition.manifest }

    static func register(in registrar: inout Registrar) { definition.register(&registrar) }
}

extension MadeUp where Tens == Zero, Ones == Zero {
    static var plugins: [any Plugin.Type] {
        let digits: [any Digit.Type] = [
            Zero.self, One.self, Two.self, Three.self, Four.self, Five.self, Six.self, Seven.self,
            Eight.self, Nine.self,
        ]
        return digits.flatMap { tens in digits.map { ones in plugin(tens, ones) } }
    }

    private static func plugin<A: Digit, B: Digit>(_: A.Type, _: B.Type) -> any Plugin.Type {
        MadeUp<A, B>.self
    }
}

/// A digit as a type, to number other types.
private protocol Digit: SendableMetatype {
    static var value: Int { get }
}

private enum Zero: Digit { static let value = 0 }
private enum One: Digit { static let value = 1 }
private enum Two: Digit { static let value = 2 }
private enum Three: Digit { static let value = 3 }
private enum Four: Digit { static let value = 4 }
private enum Five: Digit { static let value = 5 }
private enum Six: Digit { static let value = 6 }
private enum Seven: Digit { static let value = 7 }
private enum Eight: Digit { static let value = 8 }
private enum Nine: Digit { static let value = 9 }
