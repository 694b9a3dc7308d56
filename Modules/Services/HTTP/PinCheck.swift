import Crypto
import NIOCore
import NIOSSL
import TenonNetworking

/// Lets a connection be used only when the server's certificate has one of the known keys.
///
/// It comes on top of the usual checks and runs after the handshake, before anything is sent. The
/// certificate that counts is the server's own: the library does not show the rest of the chain.
struct PinCheck: Sendable {
    /// The key is not among those that are known.
    struct Failure: Error {}

    let pins: Set<CertificatePin>

    /// Checks a connection and closes one that fails.
    func check(_ channel: any Channel) -> EventLoopFuture<Void> {
        let result = channel.nioSSL_peerCertificate().flatMapThrowing { certificate in
            guard let certificate,
                let pin = CertificatePin(hash: try Self.hash(of: certificate)),
                pins.contains(pin)
            else { throw Failure() }
        }
        // The pool is to hear of the failure first: it forgets the connection, and does not mind that
        // it is closed then.
        result.whenFailure { _ in channel.eventLoop.execute { channel.close(promise: nil) } }
        return result
    }

    private static func hash(of certificate: NIOSSLCertificate) throws -> [UInt8] {
        Array(SHA256.hash(data: try certificate.extractPublicKey().toSPKIBytes()))
    }
}
