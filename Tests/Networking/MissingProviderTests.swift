import TenonCore
import TenonNetworking
import TenonTesting
import Testing

@Suite("An application without a network")
struct MissingProviderTests {
    /// A feature that makes a controller.
    private enum Feature: Plugin {
        static let manifest = PluginManifest(
            name: "sample.feature", version: "1.0.0", summary: "Asks for the network")

        static func register(in registrar: inout Registrar) { registrar.require(.networker) }
    }

    @Test("does not boot, and the report names the module to link")
    func report() async throws {
        let application = Application(
            ApplicationInfo(
                name: "Sample", executable: "sample", version: "1.0.0", scheme: "sample"),
            plugins: [Feature.self, MemorySystem.self], linked: false)
        do {
            _ = try await application.boot()
            Issue.record("It booted.")
        } catch let error as any ExplainedError {
            #expect(error.code.status == .configuration)
            let report = "\(error)"
            #expect(report.contains("networker"))
            #expect(report.contains("sample.feature"))
            #expect(report.contains("TenonHTTP"))
        }
    }
}
