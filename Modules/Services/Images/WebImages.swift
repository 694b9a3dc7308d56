import Foundation
import TenonCore
import TenonNetworking

/// Gets images from the web, by the port `networker`, and keeps them on the disk.
struct WebImages: ImageFetching {
    private let controller: NetworkController
    private let cache: ImageCache?

    /// Makes what fills the port.
    ///
    /// - Parameters:
    ///   - networker: What asks.
    ///   - clock: The clock.
    ///   - cache: Where images are kept; `nil` for nowhere.
    ///   - isLocal: Whether images are also got from this machine.
    init(
        networker: any Networker, clock: any TimeTelling, cache: ImageCache?, isLocal: Bool = false
    ) {
        controller = NetworkController(
            networker: TrustingNetworker(networker: networker, isLocal: isLocal), clock: clock,
            alerts: SilentAlerts(),
            // Nobody waits for long for a picture, and what is kept is on the disk.
            policy: NetworkPolicy(retry: RetryPolicy(maximumAttempts: 2)), keptBytes: 0)
        self.cache = cache
    }

    func image(at address: String) async throws -> [UInt8] {
        let target = try WebAddress(address)
        if let bytes = await cache?.bytes(of: target.text) { return bytes }
        var request = NetworkRequest.bytes(target)
        request.maximumReply = ImageLimits.bytes
        let bytes = try await bytes(of: request)
        // What is none of the formats, or is too large, is not worth the room.
        _ = try ImageHeader(bytes)
        await cache?.keep(bytes, of: target.text)
        return bytes
    }

    private func bytes(of request: NetworkRequest<[UInt8]>) async throws -> [UInt8] {
        do {
            return try await controller.send(request)
        } catch let error as NetworkError {
            // What the networker refuses comes within what failed.
            throw error.cause as? ImageError ?? error
        }
    }
}

/// Asks only where images may come from, also when a server leads elsewhere: over TLS, and not from this
/// machine or its network, whose servers take a request from here for one of the person's.
private struct TrustingNetworker: Networker {
    let networker: any Networker
    /// Whether this machine and its network may be asked, then also without TLS.
    let isLocal: Bool

    func perform(_ call: NetworkCall) async throws -> NetworkReply {
        switch await HostAddresses.reach(of: call.address.host) {
        case .near: guard isLocal else { throw ImageError.near }
        case .world: guard call.address.scheme == .https else { throw ImageError.notEncrypted }
        }
        return try await networker.perform(call)
    }
}

extension ImageError {
    /// The address is in clear, and leads to another machine.
    fileprivate static var notEncrypted: ImageError {
        ImageError(
            .imageMissing, "The image is not fetched: its address does not begin with https://.")
    }

    /// The address leads to this machine or its neighbours.
    fileprivate static var near: ImageError {
        ImageError(
            .imageMissing,
            "The image is not fetched: its address leads to this machine or into its network.")
    }
}

/// Tells nobody: an image that cannot be had leaves its words in its place.
private struct SilentAlerts: AlertPresenting {
    func present(_ alert: Alert) async -> String? { nil }
}
