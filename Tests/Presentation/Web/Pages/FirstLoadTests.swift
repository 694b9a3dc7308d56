import TenonWeb
import TestSupport
import Testing

@Suite("The first page of a visit")
struct FirstLoadTests {
    @Test("comes with everything that it loads in 60 kB, and comments are no part of it")
    func size() async throws {
        try await TestServer.run(at: "conformance:leaving") { server in
            let page = try await server.begin().page().text
            let version = try #require(page.firstMatch(of: /\/assets\/([^\/]+)\//)).output.1
            var total = page.utf8.count
            for asset in WebAsset.allCases {
                let file = try await server.http.send("GET", "/assets/\(version)/\(asset.rawValue)")
                #expect(file.status == 200)
                if asset.rawValue.hasSuffix(".js") || asset == .base {
                    #expect(!file.text.contains("\n//") && !file.text.hasPrefix("/"))
                }
                total += file.body.count
            }
            #expect(total <= 60_000, "\(total) bytes")
        }
    }
}
