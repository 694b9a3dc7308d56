import TenonCore
import TenonWeb
import TestSupport
import Testing

@Suite("Images of a session")
struct ServerImageTests {
    @Test("come from the server itself, as what they are and nothing else")
    func served() async throws {
        try await TestServer.run(at: "conformance:image") { server in
            let session = try await server.begin()
            let page = try await session.page()
            #expect(page.text.contains("src=\"/image/\(session.key)/id/bees\""))
            #expect(!page.text.contains("src=\"http"))
            let image = try await session.get("/image/\(session.key)/id/bees")
            #expect(image.status == 200)
            #expect(image["content-type"] == "image/png")
            #expect(image["x-content-type-options"] == "nosniff")
            #expect(image.text.dropFirst().hasPrefix("PNG"))
        }
    }

    @Test("that are blurred come from their hash")
    func blurred() async throws {
        try await TestServer.run(at: "conformance:image") { server in
            let session = try await server.begin()
            let hash = "LEHV6nWB2yk8pyo0adR%2A.7kCMdnj"
            let image = try await session.get("/image/\(session.key)/blurred/\(hash)")
            #expect(image.status == 200)
            #expect(image["content-type"] == "image/png")
            let none = try await session.get("/image/\(session.key)/blurred/none")
            #expect(none.status == 404)
        }
    }

    @Test(
        "that are none, gone, too large or on no screen are not served",
        arguments: [
            "id/none", "id/missing", "id/bomb", "id/other", "address/https%3A%2F%2Fa.example%2Fb",
            "address/https%3A%2F%2Fimages.example.com%2Fhive.png", "other/bees",
        ])
    func refused(_ name: String) async throws {
        try await TestServer.run(at: "conformance:image") { server in
            let session = try await server.begin()
            #expect(try await session.get("/image/\(session.key)/\(name)").status == 404)
        }
    }

    @Test("are served to nobody else, and to no other site")
    func foreign() async throws {
        try await TestServer.run(at: "conformance:image") { server in
            let session = try await server.begin()
            let path = "/image/\(session.key)/id/bees"
            #expect(try await server.http.send("GET", path).status != 200)
            let headers = session.headers.merging(["Sec-Fetch-Site": "cross-site"]) { $1 }
            #expect(try await server.http.send("GET", path, headers: headers).status != 200)
        }
    }
}
