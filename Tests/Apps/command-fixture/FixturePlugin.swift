import TenonCommandLine
import TenonCore

/// A front end, settings and commands for the tests of TenonCommandLine.
enum FixturePlugin: Plugin {
    static let manifest = PluginManifest(
        name: "fixture.main", version: "1.0.0", summary: "Commands and a front end for tests")

    static let greeting = Setting<String>(
        "greeting", placeholder: "WORD", help: "The word that a greeting begins with.",
        environmentVariable: "FIXTURE_GREETING", defaultValue: "Hello")
    static let loud = Setting<Bool>("loud", help: "Greets in capital letters.")

    static func register(in registrar: inout Registrar) {
        registrar.require(.configuration, .clipboard)
        registrar.provide(.frontEnd) { FixtureFrontEnd() }
        registrar.provide(.diary) { Diary() }
        registrar.declare(greeting, loud)
        registrar.contribute(.commands) {
            [Greet.self, Fail.self, Wait.self, Copy.self, Flood.self, Box.self]
        }
    }
}

/// Ends at once; what it prints tells that it ran.
struct FixtureFrontEnd: FrontEnd {
    func run(in container: Container) async throws -> ExitStatus {
        print("front end")
        return .success
    }
}

/// Tells on standard output when it starts and stops.
struct Diary: LifecycleHandling {
    func start() { print("started") }
    func stop() { print("stopped") }
}

extension AnyPort {
    static let diary = Port<Diary>("diary")
}

@section("tenon_plugins") @used
let fixturePluginRecord: PluginRecord = (1, 0, { $0.store(FixturePlugin.self) })

/// A plugin that is not linked by a record: the executable names it.
enum ExplicitPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "fixture.explicit", version: "1.0.0", summary: "Is named by the executable")

    static func register(in registrar: inout Registrar) { registrar.require(.links) }
}

/// Opens nothing; the executable provides it in place of what TenonSystem has.
struct NoLinks: LinkOpening {
    func open(_ address: String) async throws {}
}
