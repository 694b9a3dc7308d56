import TenonCore
import TenonTesting
import Testing

@Suite("The article Write a plugin")
struct PluginArticleTests {
    private static let info = ApplicationInfo(
        name: "Tea", executable: "tea", version: "1.0.0", scheme: "tea")

    private func application(_ plugins: [any Plugin.Type]) -> Application {
        Application(Self.info, plugins: plugins, linked: false) { registrar in
            registrar.provide(.frontEnd) { PilotFrontEnd() }
        }
    }

    @Test("The kettle gets the ports that its manifest requires")
    func kettle() async throws {
        let running = try await application([
            KettlePlugin.self, TeaTablePlugin.self, MemorySystem.self,
        ]).boot()
        let kettle = running.container[.kettle]
        let ready = try #require(kettle.ready("Green"))
        #expect(ready > kettle.clock.now())
        #expect(kettle.ready("Coffee") == nil)
        await running.stop()
    }

    @Test("Who overrides takes the place of the other provider")
    func overriding() async throws {
        let running = try await application([
            KettlePlugin.self, TeaTablePlugin.self, StrongTeaPlugin.self, MemorySystem.self,
        ]).boot()
        #expect(running.container[.kettle].timing.minutes["Green"] == 4)
        await running.stop()
    }

    @Test("Without a provider boot says what is missing, and for whom")
    func missing() async throws {
        let error = await #expect(throws: BootFailure.self) {
            _ = try await application([KettlePlugin.self, MemorySystem.self]).boot()
        }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains("Nothing provides the port \"teaTiming\"."))
        #expect(text.contains("Required by acme.kettle."))
        #expect(text.contains("AcmeTeaTable"))
    }

    @Test("The record registers the plugin with everything that links it")
    func record() {
        let plugins = Application(Self.info).plugins
        #expect(plugins.contains { $0 == TeaTablePlugin.self })
        #expect(!plugins.contains { $0 == KettlePlugin.self })
    }
}
