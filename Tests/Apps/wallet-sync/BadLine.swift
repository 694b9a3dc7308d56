import Synchronization
import TenonCore
import TenonHTTP
import TenonNetworking

/// A connection to a real server that breaks at some request, and stays broken until it is mended.
final class BadLine: Networker {
    /// What is lost of the request at which it breaks.
    enum Loss: CaseIterable {
        /// All of it: the server has not heard of it.
        case request
        /// The answer: the server has done what was asked for.
        case answer
    }

    private struct Break {
        let loss: Loss
        var requestsBefore: Int
        var isBroken = false
    }

    private let base: HTTPNetworker
    private let next = Mutex<Break?>(nil)

    init() throws { base = try HTTPNetworker() }

    /// Lets it break after some requests.
    func cut(_ loss: Loss, after requests: Int) {
        next.withLock { $0 = Break(loss: loss, requestsBefore: requests) }
    }

    /// Lets everything arrive again.
    ///
    /// - Returns: Whether it had broken.
    func mend() -> Bool {
        next.withLock { next in
            defer { next = nil }
            return next?.isBroken ?? false
        }
    }

    func perform(_ call: NetworkCall) async throws -> NetworkReply {
        let loss = next.withLock { next -> Loss? in
            guard let known = next else { return nil }
            guard !known.isBroken else { return .request }
            next?.requestsBefore -= 1
            guard known.requestsBefore <= 0 else { return nil }
            next?.isBroken = true
            return known.loss
        }
        if loss == .request { throw NetworkError.interrupted(call.address) }
        let reply = try await base.perform(call)
        if loss == .answer { throw NetworkError.interrupted(call.address) }
        return reply
    }

    func stop() async { await base.stop() }
}
