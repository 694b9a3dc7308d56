import Foundation
import TenonCore
import TenonSecurity
import Testing
import WalletCredentials

/// The extension's side of the conversation.
struct BrowserClient {
    typealias Object = [String: Any]

    let session: BrowserSession
    let pair: CryptoBox.KeyPair
    private let box: CryptoBox

    /// The name and key of an association.
    struct Association {
        let id: String
        let key: String
        let hash: String

        var object: Object { ["id": id, "key": key] }
    }

    /// Exchanges keys.
    init(_ session: BrowserSession) async throws {
        self.session = session
        pair = try .make()
        let nonce = CryptoBox.makeNonce()
        let answer = try await Self.exchange(
            session,
            [
                "action": "change-public-keys", "publicKey": Self.base64(pair.publicKey),
                "nonce": Self.base64(nonce), "clientID": Self.base64(CryptoBox.makeNonce()),
            ])
        #expect(answer["action"] as? String == "change-public-keys")
        #expect(answer["success"] as? String == "true")
        #expect(answer["nonce"] as? String == Self.base64(CryptoBox.incremented(nonce)))
        #expect(answer["version"] is String)
        let key = try #require(Self.bytes(answer["publicKey"]))
        box = try CryptoBox(pair, with: key)
    }

    /// Sends a message in a box.
    ///
    /// - Returns: What was in the box of the answer, or the answer itself when it is an error.
    func ask(_ action: String, _ members: Object = [:], outer: Object = [:]) async throws -> Object
    {
        let nonce = CryptoBox.makeNonce()
        let message = try sealed(action, members, nonce)
        let answer = try await Self.exchange(session, message.merging(outer) { _, new in new })
        guard let reply = Self.bytes(answer["message"]) else { return answer }
        let next = CryptoBox.incremented(nonce)
        #expect(answer["nonce"] as? String == Self.base64(next))
        #expect(answer["requestID"] as? String == outer["requestID"] as? String)
        let plain = try box.open(reply, nonce: next).withBytes { Data($0) }
        let object = try #require(try JSONSerialization.jsonObject(with: plain) as? Object)
        #expect(object["success"] as? String == "true")
        #expect(object["nonce"] as? String == Self.base64(next))
        return object
    }

    /// A message in a box.
    func message(_ action: String, _ members: Object = [:]) throws -> SecretText {
        let message = try sealed(action, members, CryptoBox.makeNonce())
        return SecretText(utf8: Array(try JSONSerialization.data(withJSONObject: message)))
    }

    private func sealed(_ action: String, _ members: Object, _ nonce: [UInt8]) throws -> Object {
        let inner = try JSONSerialization.data(
            withJSONObject: members.merging(["action": action]) { own, _ in own })
        let sealed = try inner.withUnsafeBytes { try box.seal($0, nonce: nonce) }
        return [
            "action": action, "message": Self.base64(sealed), "nonce": Self.base64(nonce),
            "clientID": "client",
        ]
    }

    /// Asks the person for permission.
    func associate() async throws -> Association {
        let key = Self.base64(try CryptoBox.KeyPair.make().publicKey)
        let answer = try await ask(
            "associate", ["key": Self.base64(pair.publicKey), "idKey": key])
        return Association(
            id: try #require(answer["id"] as? String), key: key,
            hash: try #require(answer["hash"] as? String))
    }

    /// Asks for the logins of a page.
    func logins(_ url: String, _ association: Association) async throws -> [Object] {
        let answer = try await ask("get-logins", ["url": url, "keys": [association.object]])
        let entries = answer["entries"] as? [Object] ?? []
        #expect((answer["count"] as? String ?? "0") == "\(entries.count)")
        return entries
    }

    /// Sends a message as it is.
    static func exchange(_ session: BrowserSession, _ message: Object) async throws -> Object {
        let data = try JSONSerialization.data(withJSONObject: message)
        return try await exchange(session, SecretText(utf8: Array(data)))
    }

    static func exchange(_ session: BrowserSession, _ text: SecretText) async throws -> Object {
        let answer = await session.answer(text).withBytes { Data($0) }
        return try #require(try JSONSerialization.jsonObject(with: answer) as? Object)
    }

    static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    static func bytes(_ value: Any?) -> [UInt8]? {
        (value as? String).flatMap { Data(base64Encoded: $0) }.map { Array($0) }
    }
}

/// Expects an answer that something cannot be done.
func expectProblem(
    _ code: Int, _ answer: BrowserClient.Object, _ action: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(answer["errorCode"] as? String == "\(code)", sourceLocation: sourceLocation)
    #expect(answer["action"] as? String == action, sourceLocation: sourceLocation)
    #expect((answer["error"] as? String)?.isEmpty == false, sourceLocation: sourceLocation)
    #expect(answer["success"] == nil, sourceLocation: sourceLocation)
}
