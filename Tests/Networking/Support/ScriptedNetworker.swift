import HTTPTypes
import Synchronization
import TenonNetworking

/// A network in memory: replies as it was told, and remembers what it was asked.
final class ScriptedNetworker: Networker {
    /// Replies to a call; the number counts from 1.
    typealias Script = @Sendable (_ number: Int, _ call: NetworkCall) async throws -> NetworkReply

    private let script: Script
    private let state = Mutex<[NetworkCall]>([])

    init(_ script: @escaping Script) { self.script = script }

    /// Replies with each of the results in turn, and with the last one from then on.
    convenience init(_ results: Result<NetworkReply, NetworkError>...) {
        self.init { number, _ in try results[min(number, results.count) - 1].get() }
    }

    /// What was asked, in order.
    var calls: [NetworkCall] { state.withLock(\.self) }

    func perform(_ call: NetworkCall) async throws -> NetworkReply {
        let number = state.withLock { calls in
            calls.append(call)
            return calls.count
        }
        return try await script(number, call)
    }
}

extension Result where Success == NetworkReply, Failure == NetworkError {
    /// A reply with nothing but a body.
    static func text(_ text: String) -> Self {
        .success(NetworkReply(status: .ok, body: Array(text.utf8)))
    }
}
