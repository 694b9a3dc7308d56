import Hummingbird
import NIOCore
import TenonNetworking

/// What is known of a request beside what it says.
struct ServerRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Who has connected: the client, or a proxy.
    let peer: ClientAddress?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.channel.remoteAddress?.ipAddress.flatMap { ClientAddress($0) }
    }
}
