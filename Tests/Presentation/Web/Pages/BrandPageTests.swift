import TenonCore
import TenonTesting
import TenonUI
import TenonWeb
import TestSupport
import Testing

/// A product whose icon has everything in it that a picture must not do.
private enum HostileIcon: Plugin {
    static let manifest = PluginManifest(
        name: "hostile-icon", version: "1.0.0", summary: "Looks harmless")
    static let icon = #"""
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="window.owned=1">
        <script>window.owned = 1; document.title = "owned"</script></svg>
        """#

    static func register(in registrar: inout Registrar) {
        registrar.provide(.brand, overriding: true) {
            try Brand(icon: BrandIcon(svg: Array(icon.utf8)), avatars: .none)
        }
    }
}

@Suite("The page of a product with a brand")
struct BrandPageTests {
    private func address(of name: String, in page: String) throws -> String {
        let pattern = try Regex(#""(/assets/[^/"]+/\#(name))""#, as: (Substring, Substring).self)
        return String(try #require(page.firstMatch(of: pattern)).output.1)
    }

    @Test("has its name, its icon, its colours for light and dark, and its letter avatars")
    func brand() async throws {
        try await TestServer.run(at: "conformance:list") { server in
            let page = try await server.begin().page().text
            #expect(page.contains("– Conformance</title>"))
            let icon = try address(of: "icon.svg", in: page)
            #expect(page.contains("<link rel=\"icon\" href=\"\(icon)\" type=\"image/svg+xml\">"))
            #expect(page.contains("<img class=\"brand-mark\" src=\"\(icon)\" alt=\"\">"))
            #expect(try await server.http.send("GET", icon).text == ConformanceBrand.icon)
            let style = try await server.http.send("GET", try address(of: "theme.css", in: page))
                .text
            #expect(style.contains("--accent: \(ConformanceBrand.accents.light.hex);"))
            #expect(style.contains("--accent: \(ConformanceBrand.accents.dark.hex);"))
            #expect(page.contains("class=\"tile tile-0\"") && !page.contains("tile-1"))
            let avatar = ConformanceBrand.avatar
            #expect(
                style.contains(
                    ".tile.tile-0 { background: \(avatar.hex); color: \(avatar.ink.hex); }"))
        }
    }

    @Test("shows an icon with a script as a picture alone, and no avatars if there are none")
    func hostile() async throws {
        try await TestServer.run(at: "conformance:list", others: [HostileIcon.self]) { server in
            let page = try await server.begin().page().text
            #expect(!page.contains("owned") && !page.contains("class=\"tile"))
            let file = try await server.http.send("GET", try address(of: "icon.svg", in: page))
            #expect(file.text == HostileIcon.icon)
            #expect(file["content-type"] == "image/svg+xml")
            #expect(file["x-content-type-options"] == "nosniff")
            let policy = file["content-security-policy"] ?? ""
            #expect(policy.contains("default-src 'none'") && policy.contains("; sandbox;"))
            #expect(!policy.contains("script"))
        }
    }

    @Test("has the sign of the SDK, in the colours of the theme, without a brand")
    func noBrand() {
        let page = SamplePage.html(SamplePage.screen())
        #expect(page.contains("<svg class=\"brand-mark\"") && !page.contains("<img"))
    }
}
