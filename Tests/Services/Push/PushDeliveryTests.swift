import Foundation
import Synchronization
import TenonCore
import TestSupport
import Testing

@testable import TenonPush  // Other modules see commands and sessions only.

@Suite("Messages between programs")
struct PushDeliveryTests {
    /// What a program was asked.
    private final class Asked: Sendable {
        let payloads = Mutex<[String]>([])

        func take(_ payload: [UInt8]) {
            payloads.withLock { $0.append(String(decoding: payload, as: UTF8.self)) }
        }
        var all: [String] { payloads.withLock(\.self) }
    }

    /// A refusal as a program says it.
    private enum Refusals {}

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var place: String { "\(folder.path)/run" }
    private var sockets: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    }

    /// Lends a program that listens.
    private func whileListening(
        _ executable: String = "shop",
        _ take: @escaping @Sendable ([UInt8]) async -> Explanation?,
        _ body: (PushDelivery) async throws -> Void
    ) async throws {
        let delivery = PushDelivery(folder: place, executable: executable)
        let listening = Task { await delivery.receive(take) }
        try await until { !PushSocket.all(in: place, of: executable).isEmpty }
        do {
            try await body(delivery)
        } catch {
            listening.cancel()
            throw error
        }
        listening.cancel()
        await listening.value
    }

    private func code(of body: () async throws -> Void) async -> ErrorCode? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? any ExplainedError)?.code
        }
    }

    @Test("arrive, by a socket for this person alone, which goes with the program")
    func arrives() async throws {
        let asked = Asked()
        try await whileListening { payload in
            asked.take(payload)
            return nil
        } _: { delivery in
            #expect(try await delivery.send(Array("{}".utf8), to: "shop") == nil)
            #expect(try await delivery.send(Array("two".utf8), to: nil) == nil)
            #expect(asked.all == ["{}", "two"])
            let manager = FileManager.default
            let modes = try [place, "\(place)/\(try #require(sockets.first))"].map {
                try manager.attributesOfItem(atPath: $0)[.posixPermissions] as? Int
            }
            #expect(modes == [0o700, 0o600])
            #expect(await code { _ = try await delivery.send([], to: "other") } == .pushNobody)
        }
        #expect(sockets.isEmpty)
    }

    @Test("come back with the code, the status and the words of the program that refuses them")
    func refusal() async throws {
        let refusal = ModuleError<Refusals>(
            ErrorCode("shop.closed", .noPermission), "The \"shop\" is\nclosed.",
            remedy: "Come tomorrow.")
        try await whileListening { _ in
            Explanation(refusal)
        } _: { delivery in
            let answer = try #require(try await delivery.send(Array("{}".utf8), to: nil))
            #expect(answer.code == refusal.code)
            #expect("\(answer)" == "\(refusal)")
        }
    }

    @Test("are refused when they are too long, by both ends")
    func tooLong() async throws {
        let asked = Asked()
        try await whileListening { payload in
            asked.take(payload)
            return nil
        } _: { delivery in
            let long = [UInt8](repeating: 32, count: PushMessage.largest + 1)
            #expect(await code { _ = try await delivery.send(long, to: nil) } == .pushTooLong)
            let path = try #require(PushSocket.all(in: place, of: nil).first)
            let connection = try #require(try PushSocket.connect(to: path))
            let answer = try PushSender(connection).send(long)
            #expect(answer?.code.name == "push.too-long")
            #expect(asked.all.isEmpty)
            #expect(try await delivery.send(Array(long.dropFirst()), to: nil) == nil)
        }
    }

    @Test("reach others while somebody connects and says nothing")
    func silence() async throws {
        try await whileListening { _ in
            nil
        } _: { delivery in
            let path = try #require(PushSocket.all(in: place, of: nil).first)
            let silent = try #require(try PushSocket.connect(to: path))
            #expect(try await delivery.send(Array("{}".utf8), to: nil) == nil)
            #expect(silent.receive(upTo: 10, within: 5_000) == [])
        }
    }

    @Test("go to the program that began last, past those that were killed")
    func latest() async throws {
        let (first, second) = (Asked(), Asked())
        try await whileListening("first") { payload in
            first.take(payload)
            return nil
        } _: { _ in
            // Time: which socket is newer shows in files a few milliseconds apart.
            try await Task.sleep(for: .milliseconds(20))
            try await whileListening("second") { payload in
                second.take(payload)
                return nil
            } _: { delivery in
                // Time: as above.
                try await Task.sleep(for: .milliseconds(20))
                let dead = "\(place)/third.1"
                _ = try PushSocket.listen(at: dead)
                #expect(FileManager.default.fileExists(atPath: dead))
                #expect(try await delivery.send(Array("a".utf8), to: nil) == nil)
                #expect(!FileManager.default.fileExists(atPath: dead))
                #expect(try await delivery.send(Array("b".utf8), to: "first") == nil)
            }
        }
        #expect(second.all == ["a"])
        #expect(first.all == ["b"])
    }

    @Test("pass by a program that has stopped taking connections")
    func stopped() async throws {
        let asked = Asked()
        try await whileListening { payload in
            asked.take(payload)
            return nil
        } _: { delivery in
            // Time: which socket is newer shows in files a few milliseconds apart.
            try await Task.sleep(for: .milliseconds(20))
            let path = "\(place)/stopped.1"
            let listener = try PushSocket.listen(at: path)
            var waiting: [PushSocket] = []
            while let connection = try PushSocket.connect(to: path) { waiting.append(connection) }
            #expect(try await delivery.send(Array("{}".utf8), to: nil) == nil)
            #expect(asked.all == ["{}"])
            #expect(FileManager.default.fileExists(atPath: path))
            _ = (listener, waiting)
        }
    }

    @Test("neither come nor go through a folder or a socket that others may use")
    func foreign() async throws {
        let manager = FileManager.default
        try manager.createDirectory(
            atPath: place, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755])
        let delivery = PushDelivery(folder: place, executable: "shop")
        await delivery.receive { _ in nil }
        #expect(sockets.isEmpty)
        try manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: place)
        try await whileListening { _ in
            nil
        } _: { delivery in
            let path = try #require(PushSocket.all(in: place, of: nil).first)
            try manager.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
            #expect(await code { _ = try await delivery.send([], to: nil) } == .pushUnsafe)
            try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place)
            #expect(await code { _ = try await delivery.send([], to: nil) } == .pushNobody)
            try manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: place)
        }
    }
}
