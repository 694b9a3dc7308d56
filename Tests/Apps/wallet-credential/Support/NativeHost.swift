import Foundation
import TenonSecurity
import TestSupport
import Testing

/// The provider as a browser runs it: messages behind their length, over its standard streams.
final class NativeHost {
    typealias Object = [String: Any]

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let pair: CryptoBox.KeyPair
    private var box: CryptoBox?
    /// What came without being asked for.
    private(set) var signals: [String] = []

    /// Starts it as Chromium does, on a desktop.
    init(_ home: ProviderHome, adding variables: [String: String] = [:]) throws {
        pair = try .make()
        process.executableURL = URL(
            fileURLWithPath: "\(home.folder.path)/bin/wallet-credential-browser")
        process.arguments = ["chrome-extension://oboonakemofpalcgghocfoadofidjkkk/"]
        process.environment = home.environment.merging(["DISPLAY": ":77"]) { _, new in new }
            .merging(variables) { _, new in new }
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Ends it as a browser does, and tells how it ended.
    func end() throws -> Int32 {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Writes a message.
    func send(_ message: Object) throws {
        let data = try JSONSerialization.data(withJSONObject: message)
        var count = UInt32(data.count)
        try input.fileHandleForWriting.write(contentsOf: Data(bytes: &count, count: 4) + data)
    }

    /// Reads the next message.
    func receive() throws -> Object {
        let header = try read(4)
        let count = header.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
        return try #require(
            try JSONSerialization.jsonObject(with: try read(Int(count))) as? Object)
    }

    /// Reads until the answer to an action, and keeps the signals before it.
    func answer(to action: String) throws -> Object {
        while true {
            let message = try receive()
            let name = message["action"] as? String ?? ""
            if name == action { return message }
            signals.append(name)
        }
    }

    /// Waits for a signal.
    func wait(for signal: String) throws {
        while !signals.contains(signal) {
            signals.append(try receive()["action"] as? String ?? "")
        }
    }

    /// Exchanges keys.
    func exchangeKeys() throws {
        try send([
            "action": "change-public-keys", "publicKey": base64(pair.publicKey),
            "nonce": base64(CryptoBox.makeNonce()), "clientID": base64(CryptoBox.makeNonce()),
        ])
        let answer = try answer(to: "change-public-keys")
        let key = (answer["publicKey"] as? String).flatMap { Data(base64Encoded: $0) }
        box = try CryptoBox(pair, with: Array(try #require(key)))
    }

    /// Asks in a box; an error comes back as it is.
    func ask(
        _ action: String, _ members: Object = [:], adding outer: Object = [:]
    ) throws -> Object {
        try hear(action, try tell(action, members, adding: outer))
    }

    /// Says something in a box, and does not wait.
    ///
    /// - Returns: The nonce, for ``hear(_:_:)``.
    func tell(
        _ action: String, _ members: Object = [:], adding outer: Object = [:]
    ) throws -> [UInt8] {
        let box = try #require(box)
        let nonce = CryptoBox.makeNonce()
        let inner = try JSONSerialization.data(
            withJSONObject: members.merging(["action": action]) { own, _ in own })
        let sealed = try inner.withUnsafeBytes { try box.seal($0, nonce: nonce) }
        let message: Object = [
            "action": action, "message": base64(sealed), "nonce": base64(nonce),
        ]
        try send(message.merging(outer) { own, _ in own })
        return nonce
    }

    /// Waits for the answer to what was said.
    func hear(_ action: String, _ nonce: [UInt8]) throws -> Object {
        let box = try #require(box)
        let reply = try answer(to: action)
        guard let message = reply["message"] as? String,
            let bytes = Data(base64Encoded: message)
        else { return reply }
        let plain = try box.open(Array(bytes), nonce: CryptoBox.incremented(nonce))
        return try #require(
            try JSONSerialization.jsonObject(with: plain.withBytes { Data($0) }) as? Object)
    }

    /// Asks the person for permission.
    func associate() throws -> Object {
        let request = try association()
        let answer = try ask("associate", request)
        let key = request["idKey"] ?? ""
        guard let id = answer["id"] as? String else { return answer }
        return ["id": id, "key": key]
    }

    /// What a request for permission says.
    func association() throws -> Object {
        [
            "key": base64(pair.publicKey),
            "idKey": base64(try CryptoBox.KeyPair.make().publicKey),
        ]
    }

    private func read(_ count: Int) throws -> Data {
        var data = Data()
        while data.count < count {
            let more = try output.fileHandleForReading.nextBytes(count - data.count)
            guard !more.isEmpty else { throw CocoaError(.fileReadUnknown) }
            data += more
        }
        return data
    }

    private func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
