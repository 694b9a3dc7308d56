import TenonWeb
import TestSupport
import Testing

@Suite("The first page of a visit")
struct FirstLoadTests {
    @Test("comes with all that it loads in 40 kB as it travels, without comments")
    func size() async throws {
        try await TestServer.run(at: "conformance:leaving", others: [Compressing.self]) { server in
            let page = try await server.begin().page().text
            let version = try #require(page.firstMatch(of: /\/assets\/([^\/]+)\//)).output.1
            var total = page.utf8.count
            for asset in WebAsset.allCases {
                let file = try await server.http.send("GET", "/assets/\(version)/\(asset.rawValue)")
                #expect(file.status == 200)
                if asset.rawValue.hasSuffix(".js") || asset == .base {
                    #expect(!file.text.contains("\n//") && !file.text.hasPrefix("/"))
                }
                let packed = try await server.http.send(
                    "GET", "/assets/\(version)/\(asset.rawValue)",
                    headers: ["Accept-Encoding": "gzip"])
                total += packed.body.count
            }
            #expect(total <= 40_000, "\(total) bytes")
        }
    }
}
