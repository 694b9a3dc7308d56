import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import TenonCore
import TenonNetworking

extension NetworkError {
    /// Turns an error of the library into one of ours.
    ///
    /// Errors that may quote header fields are not kept as the cause.
    init(_ error: any Error, of address: WebAddress) {
        self =
            switch error {
            case let error as NetworkError: error
            case is PinCheck.Failure: .wrongKey(address)
            case is UploadPieces.Standstill: .timedOut(address, cause: error)
            case is NIOConnectionError, is SocketAddressError:
                .unreachable(address, cause: error)
            case let error as HTTPClientError: Self.translating(error, address)
            case let error as NIOSSLError: Self.translating(error, address)
            case let error as NIOSSLExtraError: Self.translating(error, address)
            case let error as IOError: Self.translating(error, address)
            case HTTPParserError.invalidEOFState: .interrupted(address, cause: error)
            case is HTTPParserError, is ReplyGuard.Failure,
                is NIOHTTPDecompression.DecompressionError,
                is NIOHTTPDecompression.ExtraDecompressionError:
                .malformed(address, cause: error)
            case ChannelError.connectTimeout: .connectionTimedOut(address, cause: error)
            default: .interrupted(address, cause: error)
            }
    }

    private static func translating(_ error: HTTPClientError, _ address: WebAddress) -> NetworkError
    {
        switch error {
        case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout,
            .socksHandshakeTimeout, .httpProxyHandshakeTimeout:
            .connectionTimedOut(address, cause: error)
        case .readTimeout, .writeTimeout, .deadlineExceeded:
            .timedOut(address, cause: error)
        case .invalidProxyResponse, .proxyAuthenticationRequired:
            .proxyRefused(address, cause: error)
        case .invalidURL, .emptyHost, .emptyScheme:
            .badAddress("The HTTP library cannot read it.")
        case .traceRequestWithBody, .bodyLengthMismatch:
            .badRequest(address, "Its body does not match its method or length.")
        case _ where error.shortDescription.hasPrefix("Invalid header field"):
            .badRequest(address, "One of its header fields contains invalid characters.")
        default:
            .interrupted(address, cause: error)
        }
    }

    private static func translating(_ error: NIOSSLError, _ address: WebAddress) -> NetworkError {
        switch error {
        case .handshakeFailed(.sslError(let stack)):
            // The library names the reasons of BoringSSL in the text of its errors only.
            "\(stack)".contains("CERTIFICATE_VERIFY_FAILED")
                ? .untrusted(
                    address, "Its certificate is not from a trusted authority.",
                    cause: error)
                : .untrusted(
                    address, "No encrypted connection to it could be negotiated.", cause: error)
        case .handshakeFailed, .unableToValidateCertificate, .noCertificateToValidate:
            .untrusted(address, "No encrypted connection to it could be negotiated.", cause: error)
        default:
            .interrupted(address, cause: error)
        }
    }

    private static func translating(
        _ error: NIOSSLExtraError, _ address: WebAddress
    ) -> NetworkError {
        switch error {
        case .failedToValidateHostname:
            .untrusted(address, "Its certificate is for another host.", cause: error)
        default:
            .untrusted(address, "No encrypted connection to it could be negotiated.", cause: error)
        }
    }

    private static func translating(_ error: IOError, _ address: WebAddress) -> NetworkError {
        [ECONNREFUSED, ENETUNREACH, EHOSTUNREACH, EHOSTDOWN, ENETDOWN].contains(error.errnoCode)
            ? .unreachable(address, cause: error) : .interrupted(address, cause: error)
    }
}
