import HTTPTypes
import Synchronization
import TenonNetworking

/// A network that is not to be used, or where every address leads to another one.
final class NoNetwork: Networker {
    let calls = Mutex(0)
    private let target: String?

    init(leadingTo target: String? = nil) { self.target = target }

    func perform(_ call: NetworkCall) async throws -> NetworkReply {
        calls.withLock { $0 += 1 }
        guard let target else { return NetworkReply(status: .notFound) }
        return NetworkReply(status: .found, fields: [.location: target])
    }
}
