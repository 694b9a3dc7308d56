import Foundation
import TenonCore
import TenonHTTP
import TenonNetworking
import TenonSecurity
import WalletSyncRequests

/// A machine with a vault of its own, which pushes one commit after the other over its own connection.
actor PushingMachine {
    struct Refused: Error { let status: Int }

    /// As much as a commit with one change of a login has, padded.
    private static let size = 640

    private let server: String
    private let keys: Ed25519.KeyPair
    private let vault: [UInt8]
    private let networker: HTTPNetworker
    private var number: UInt64 = 0
    private var previous = [UInt8](repeating: 0, count: 32)

    init(_ server: String, through networker: HTTPNetworker? = nil) async throws {
        self.server = server
        keys = try .make()
        vault = (0..<16).map { _ in UInt8.random(in: 0...255) }
        self.networker = try networker ?? HTTPNetworker()
        try await send("PUT", path(SyncPath.vault), [])
    }

    func stop() async { await networker.stop() }

    /// Pushes the next commit, which is durable afterwards.
    func push() async throws {
        number += 1
        let hash = keys.publicKey.withUnsafeBytes { SecretHash.sha256(of: $0) }
        var commit = Array("WSC".utf8) + [2] + vault + hash.prefix(16)
        commit += withUnsafeBytes(of: number.bigEndian) { Array($0) }
        commit += previous
        commit += (commit.count..<Self.size).map { _ in UInt8.random(in: 0...255) }
        try await send("PUT", path(SyncPath.commit), commit)
        previous = commit.withUnsafeBytes { SecretHash.sha256(of: $0) }
    }

    /// Asks whether there is anything new; there is nothing.
    func ask() async throws { try await send("GET", path(SyncPath.vault), []) }

    /// Asks what no signature is needed for.
    func askForHealth() async throws {
        let reply = try await networker.perform(
            NetworkCall(method: "GET", try WebAddress(server + "/health"), fields: []))
        guard reply.isSuccess else { throw Refused(status: reply.statusCode) }
    }

    /// The text of a request for events.
    func requestForEvents() throws -> String {
        let path = path(SyncPath.events)
        let fields = try fields("GET", path, [])
        let lines =
            ["GET \(path) HTTP/1.1", "Host: \(authority)"]
            + fields.map { "\($0.name): \($0.value)" }
        return lines.joined(separator: "\r\n") + "\r\n\r\n"
    }

    private var authority: String { String(server.dropFirst("http://".count)) }

    private func path(_ path: String) -> String {
        SyncPath.filled(
            path,
            [
                "vault": SyncName(bytes: vault)?.description ?? "",
                "device": "\(SyncName(deviceWithKey: keys.publicKey))", "number": "\(number)",
            ])
    }

    private func fields(
        _ method: String, _ path: String, _ body: [UInt8]
    ) throws -> [(name: String, value: String)] {
        let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        return try RequestSigner(keys).fields(
            method: method, authority: authority, path: path, query: nil, body: body,
            date: HTTPDate.text(of: now), seconds: now.milliseconds / 1_000)
    }

    private func send(_ method: String, _ path: String, _ body: [UInt8]) async throws {
        let reply = try await networker.perform(
            NetworkCall(
                method: method, try WebAddress(server + path),
                fields: try fields(method, path, body), body: body))
        guard reply.isSuccess else { throw Refused(status: reply.statusCode) }
    }
}
