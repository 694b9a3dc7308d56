import TenonCore

/// Knows how long tea steeps.
protocol TeaTiming: Sendable {
    /// The minutes for each kind of tea.
    var minutes: [String: Int] { get }
}

extension AnyPort {
    /// Knows how long tea steeps.
    static let teaTiming = Port<any TeaTiming>("teaTiming", providers: ["AcmeTeaTable"])
}

/// Fills the port from a table.
enum TeaTablePlugin: Plugin {
    static let manifest = PluginManifest(
        name: "acme.tea-table", version: "1.0.0", summary: "Knows how long tea steeps")

    static func register(in registrar: inout Registrar) {
        registrar.provide(.teaTiming) { TeaTable() }
    }
}

struct TeaTable: TeaTiming {
    let minutes = ["Black": 4, "Green": 2]
}

@section("tenon_plugins") @used
let teaTablePluginRecord: PluginRecord = (1, 0, { $0.store(TeaTablePlugin.self) })

/// Tells when tea will be ready.
struct Kettle: Sendable {
    let timing: any TeaTiming
    let clock: any TimeTelling

    func ready(_ kind: String) -> Timestamp? {
        timing.minutes[kind].map { clock.now().advanced(by: .seconds(60 * $0)) }
    }
}

extension AnyPort {
    /// Tells when tea will be ready.
    static let kettle = Port<Kettle>("kettle", providers: ["AcmeKettle"])
}

/// Makes the kettle of what others provide.
enum KettlePlugin: Plugin {
    static let manifest = PluginManifest(
        name: "acme.kettle", version: "1.0.0", summary: "Tells when tea will be ready")

    static func register(in registrar: inout Registrar) {
        registrar.provide(.kettle, using: .teaTiming, .clock) { teaTiming, clock in
            Kettle(timing: teaTiming, clock: clock)
        }
    }
}

/// For those who like their tea strong.
struct StrongTea: TeaTiming {
    let minutes = ["Black": 8, "Green": 4]
}

/// Takes the place of the table.
enum StrongTeaPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "acme.strong-tea", version: "1.0.0", summary: "Steeps tea twice as long")

    static func register(in registrar: inout Registrar) {
        registrar.provide(.teaTiming, overriding: true) { StrongTea() }
    }
}
