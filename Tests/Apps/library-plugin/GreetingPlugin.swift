import TenonCore

/// A plugin that tests build as a dynamic library.
enum GreetingPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "sample.greeting", version: "0.1.0", summary: "Greets, and ends")

    static func register(in registrar: inout Registrar) {
        registrar.provide(.frontEnd, using: .application) { application in
            Greeter(name: application.name)
        }
    }
}

/// A front end of one line.
struct Greeter: FrontEnd {
    let name: String

    func run(in container: Container) async throws -> ExitStatus {
        print("Hello from a library to \(name).")
        return .success
    }
}

@section("tenon_plugins") @used
let greetingPluginRecord: PluginRecord = (1, 0, { $0.store(GreetingPlugin.self) })
