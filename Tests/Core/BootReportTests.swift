import TenonCore
import Testing

@Suite struct BootReportTests {
    private let port = Port<Int>("number")

    private func report() async throws -> BootReport {
        try await Application.boot(
            PluginDefinition("maker") { [port] in
                $0.provide(port) { 1 }
                $0.contribute(.settings) { [] }
            },
            PluginDefinition("user", requires: [port, .configuration])
        ).container.report
    }

    @Test("it holds the plugins and the ports by name, with who provides and who requires")
    func content() async throws {
        let report = try await report()
        #expect(report.plugins.map(\.name) == ["front-end", "maker", "user"])
        #expect(report.plugins[1].provides == ["number"])
        #expect(report.plugins[1].contributes == ["settings"])
        #expect(report.plugins[2].requires == ["number", "configuration"])
        let number = try #require(report.ports.first { $0.name == "number" })
        #expect(number.providers == ["maker"] && number.requiredBy == ["user"])
        #expect(number.kind == .required)
        #expect(report.ports.map(\.name) == report.ports.map(\.name).sorted())
        #expect(report.bootMicroseconds > 0)
    }

    @Test("as text it has a line for each plugin and each port")
    func text() async throws {
        let text = try await report().text
        for line in [
            "Test 1.0.0 (test-app)", "  maker 1.0.0: Test", "    provides: number",
            "  number (required): maker", "  settings (collection): maker",
        ] {
            #expect(text.split(separator: "\n").contains(Substring(line)))
        }
    }

    @Test("as a graph it has an edge from provider to port and from port to user")
    func dot() async throws {
        let dot = try await report().dot
        #expect(dot.hasPrefix("digraph \"test-app\" {") && dot.hasSuffix("}"))
        #expect(dot.contains("\"maker\" -> \"port number\";"))
        #expect(dot.contains("\"port number\" -> \"user\" [style=dashed];"))
    }
}
