import TestSupport
import Testing

@Suite("The web front end of an edition")
struct EditionTests {
    @Test("says on every page and in its title that it is one")
    func banner() async throws {
        try await TestServer.run(flags: ["flavour": "test"]) { server in
            let page = try await server.begin().page().text
            #expect(page.contains("– Conformance (test)</title>"))
            #expect(page.contains("dir=\"auto\">Conformance (test)</span>"))
        }
    }
}
