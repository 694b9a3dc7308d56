public import TenonCore

/// The system ports of an application that must leave the real system alone: a running clock, a
/// clipboard and links in memory.
public enum MemorySystem: Plugin {
    /// What it provides.
    public static let manifest = PluginManifest(
        name: "testing.system", version: "1.0.0",
        summary: "Keeps clipboard and links in memory", provides: [.clock, .clipboard, .links])

    /// Registers the twins.
    public static func register(in registrar: inout Registrar) {
        registrar.provide(.clock) { _ in RunningClock() }
        registrar.provide(.clipboard) { MemoryClipboard(clock: try await $0(.clock)) }
        registrar.provide(.links) { _ in MemoryLinks() }
    }
}
