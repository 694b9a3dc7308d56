import Foundation
import TenonCore
import TenonNetworking
import TenonSecurity
import TestSupport
import WalletSyncRequests

/// A device that speaks to a sync server and can be as wrong as a test wants.
struct SyncClient {
    let keys: Ed25519.KeyPair
    let port: Int

    init(port: Int, keys: Ed25519.KeyPair? = nil) throws {
        self.port = port
        self.keys = try keys ?? .make()
    }

    var device: SyncName { SyncName(deviceWithKey: keys.publicKey) }

    /// The fields of a request that is to be believed.
    func fields(
        _ method: String, _ target: String, _ body: [UInt8] = [], off milliseconds: Int64 = 0
    ) throws -> [String: String] {
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        let now = Int64(Date().timeIntervalSince1970 * 1_000) + milliseconds
        let signed = try RequestSigner(keys).fields(
            method: method, authority: "127.0.0.1:\(port)", path: parts[0],
            query: parts.count > 1 ? parts[1] : nil, body: body,
            date: HTTPDate.text(of: Timestamp(milliseconds: now)), seconds: now / 1_000)
        return Dictionary(uniqueKeysWithValues: signed.map { ($0.name, $0.value) })
    }

    /// Sends a signed request.
    func send(
        _ method: String, _ target: String, _ body: [UInt8] = []
    ) async throws -> LoopbackHTTP.Response {
        try await LoopbackHTTP(port: port).send(
            method, target, headers: try fields(method, target, body), body: body)
    }

    /// The bytes of a commit; what is sealed in it is noise here.
    func commit(
        _ number: UInt64, of vault: [UInt8], after previous: [UInt8]?, count: Int = 100
    ) -> [UInt8] {
        let hash = keys.publicKey.withUnsafeBytes { SecretHash.sha256(of: $0) }
        var bytes = Array("WSC".utf8) + [2] + vault + hash.prefix(16)
        bytes += withUnsafeBytes(of: number.bigEndian) { Array($0) }
        bytes += previous.map(Self.hash) ?? [UInt8](repeating: 0, count: 32)
        return bytes + (0..<count).map { _ in UInt8.random(in: 0...255) }
    }

    static func hash(_ bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBytes { SecretHash.sha256(of: $0) }
    }
}

extension LoopbackHTTP.Response {
    /// The kind of the problem; empty when it is none.
    var problem: String {
        get throws {
            guard self["content-type"] == "application/problem+json" else { return "" }
            let document = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
            guard document?["status"] as? Int == status else { return "" }
            return (document?["type"] as? String)?.split(separator: "/").last.map(String.init) ?? ""
        }
    }

    /// A member of the document.
    func member(_ name: String) throws -> Any? {
        (try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])?[name]
    }
}
