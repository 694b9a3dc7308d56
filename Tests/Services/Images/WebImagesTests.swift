import FeedTestSupport
import Foundation
import Synchronization
import TenonCore
import TenonHTTP
import TenonNetworking
import TenonTesting
import TestSupport
import Testing

@testable import TenonImages  // What fills the port is nobody else's.

@Suite("Images from the web")
struct WebImagesTests {
    /// The beginning of a picture of 16 by 16 pixels, all of it ASCII.
    private static let gif = "GIF89a\u{10}\0\u{10}\0 and so on"

    private func images(in folder: TemporaryFolder) throws -> WebImages {
        WebImages(
            networker: try HTTPNetworker(), clock: RunningClock(),
            cache: ImageCache(folder: "\(folder.path)/images"), isLocal: true)
    }

    @Test("an image is got once, and then comes from the disk, on the next start as well")
    func kept() async throws {
        let folder = try TemporaryFolder()
        let server = try RawServer { _, _ in [.reply(Self.gif)] }
        let first = try images(in: folder)
        for _ in 1...3 {
            #expect(try await first.image(at: server.address("/b.gif")) == Array(Self.gif.utf8))
        }
        let next = try images(in: folder)
        #expect(try await next.image(at: server.address("/b.gif")) == Array(Self.gif.utf8))
        #expect(server.requests.map(\.target) == ["/b.gif"])
        _ = try await next.image(at: server.address("/c.gif"))
        #expect(server.requests.count == 2)
    }

    @Test("what is no image, or has too many pixels, is refused and not kept")
    func other() async throws {
        let folder = try TemporaryFolder()
        let server = try RawServer { _, request in
            [.reply(request.target == "/page" ? "<html>" : "GIF89a\u{7F}\u{7F}\u{7F}\u{7F}")]
        }
        let images = try images(in: folder)
        for _ in 1...2 {
            for (path, code) in [("/page", ErrorCode.imageUnreadable), ("/bomb", .imageTooLarge)] {
                let error = await #expect(throws: ImageError.self) {
                    try await images.image(at: server.address(path))
                }
                #expect(error?.code == code)
            }
        }
        #expect(server.requests.count == 4)
    }

    @Test("what says that it has too many bytes is not read")
    func long() async throws {
        let server = try RawServer { _, _ in
            [
                .send("HTTP/1.1 200 OK\nContent-Length: 17000000\n\n\(Self.gif)"),
                .pause(.seconds(60)),
            ]
        }
        let images = try images(in: try TemporaryFolder())
        let error = await #expect(throws: NetworkError.self) {
            try await images.image(at: server.address("/long"))
        }
        #expect(error?.code == .networkTooLarge)
    }

    @Test(
        "other machines are asked",
        arguments: [
            "https://a.example/b", "https://[2001:db8::1]/b", "https://8.8.8.8/b",
            "https://172.32.0.1/b", "https://198.20.0.1/b", "https://223.255.255.255/b",
            "https://[2002:808:808::1]/b", "https://[64:ff9b::808:808]/b",
        ])
    func elsewhere(_ address: String) async throws {
        let network = NoNetwork()
        let images = WebImages(networker: network, clock: RunningClock(), cache: nil)
        await #expect(throws: NetworkError.self) { try await images.image(at: address) }
        #expect(network.calls.withLock(\.self) == 1)
    }

    @Test(
        "nothing is asked for that is neither on this machine nor encrypted",
        arguments: [
            "file:///etc/passwd", "/etc/passwd", "http://a.example/b.png",
            "http://127.0.0.1.example/b.png", "http://127.example/b.png", "ftp://127.0.0.1/b",
            "data:image/gif;base64,R0lG", "",
        ])
    func foreign(_ address: String) async throws {
        let network = NoNetwork()
        let images = WebImages(
            networker: network, clock: RunningClock(), cache: nil, isLocal: true)
        await #expect(throws: (any Error).self) { try await images.image(at: address) }
        #expect(network.calls.withLock(\.self) == 0)
    }

    @Test(
        "nothing is asked for on this machine or in its network, unless that is wanted",
        arguments: [
            "http://127.0.0.1:8080/b", "https://127.0.0.1/b", "https://localhost/b",
            "https://a.localhost/b", "https://[::1]/b", "https://[::ffff:127.0.0.1]/b",
            "https://0.0.0.0/b", "https://127.1/b", "https://2130706433/b", "https://0x7f.1/b",
            "https://[0:0:0:0:0:0:0:1]/b", "https://[::]/b", "https://192.168.1.1/b",
            "https://10.0.0.1/b", "https://172.31.255.255/b", "https://169.254.169.254/b",
            "https://100.64.0.1/b", "https://[fd00::1]/b", "https://[fe80::1]/b",
            "https://[64:ff9b::7f00:1]/b", "https://224.0.0.251/b", "https://240.0.0.1/b",
            "https://198.19.255.255/b", "https://[ff02::fb]/b", "https://[fec0::1]/b",
            "https://[::127.0.0.1]/b", "https://[::8.8.8.8]/b", "https://[64:ff9b:1::808:808]/b",
            "https://[2002:7f00:1::1]/b", "https://[2002:c0a8:101::1]/b",
        ])
    func local(_ address: String) async throws {
        let network = NoNetwork()
        let images = WebImages(networker: network, clock: RunningClock(), cache: nil)
        let error = await #expect(throws: ImageError.self) {
            try await images.image(at: address)
        }
        #expect(error?.code == .imageMissing)
        #expect(network.calls.withLock(\.self) == 0)
    }

    @Test("a name that leads to this machine is looked up, and nothing is asked for there")
    func name() async throws {
        let name = ProcessInfo.processInfo.hostName.lowercased()
        try #require(name != "localhost")
        let network = NoNetwork()
        let images = WebImages(networker: network, clock: RunningClock(), cache: nil)
        let error = await #expect(throws: ImageError.self) {
            try await images.image(at: "https://\(name)/b")
        }
        #expect(error?.code == .imageMissing)
        #expect(network.calls.withLock(\.self) == 0)
    }

    @Test("a server that leads to a place that is not to be asked is not followed")
    func led() async throws {
        let network = NoNetwork(leadingTo: "http://127.0.0.1:8080/b")
        let images = WebImages(networker: network, clock: RunningClock(), cache: nil)
        await #expect(throws: (any Error).self) {
            try await images.image(at: "https://a.example/b")
        }
        #expect(network.calls.withLock(\.self) == 1)
    }

    @Test("a failure is told to the caller")
    func failures() async throws {
        let server = try RawServer { _, _ in [.reply("", status: "404 Not Found")] }
        let images = try images(in: try TemporaryFolder())
        await #expect(throws: NetworkError.self) {
            try await images.image(at: server.address("/gone.gif"))
        }
    }
}
