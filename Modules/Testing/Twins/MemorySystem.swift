public import TenonCore

/// The system ports of an application that must leave the real system alone: a running clock, a
/// clipboard, files and links in memory.
///
/// Tests name it by hand, in `Application(plugins:)`.
public enum MemorySystem: Plugin {
    /// What it provides.
    public static let manifest = PluginManifest(
        name: "testing.system", version: "1.0.0",
        summary: "Keeps clipboard, files and links in memory")

    /// Registers the twins.
    public static func register(in registrar: inout Registrar) {
        registrar.provide(.clock) { RunningClock() }
        registrar.provide(.clipboard, using: .clock) { MemoryClipboard(clock: $0) }
        registrar.provide(.files) { MemoryFiles() }
        registrar.provide(.links) { MemoryLinks() }
    }
}
