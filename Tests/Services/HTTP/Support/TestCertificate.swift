import Foundation
import NIOSSL
import TenonHTTP
import TenonNetworking
import TestSupport

/// Certificates that `openssl` makes for a test: an authority, and a server that it vouches for.
struct TestCertificate: Sendable {
    /// The server's certificate and the authority's.
    let chain: [NIOSSLCertificate]
    /// The server's key.
    let key: NIOSSLPrivateKey
    /// What a client must believe to believe the server.
    let trustRoots: TrustRoots
    /// The pin of the server's key, as `openssl` computes it.
    let pin: CertificatePin

    /// Why there is none.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// One for `localhost`, made once for all tests that need no other.
    static let localhost = Task { try await TestCertificate(for: "DNS:localhost") }

    /// Makes a new authority and a certificate for a host or an address, such as `DNS:localhost`.
    init(for name: String, validForDays days: Int = 2) async throws {
        let folder = try TemporaryFolder()
        let script = """
            set -e
            key="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
            openssl req -x509 $key -keyout root.key -out root.pem -days 2 -subj /CN=authority
            openssl req $key -keyout server.key -out server.csr -subj /CN=server
            echo "subjectAltName=\(name)" >names
            openssl x509 -req -in server.csr -CA root.pem -CAkey root.key -CAcreateserial \\
                -out server.pem -days \(days) -extfile names
            openssl x509 -in server.pem -pubkey -noout | openssl pkey -pubin -outform der |
                openssl dgst -sha256 -binary | openssl base64 >pin
            """
        let shell = Program(path: "/bin/sh", folder: folder.path)
        let result = try await shell.run(["-c", script])
        guard result.status == 0,
            let pin = CertificatePin(
                (folder.text(of: "pin") ?? "").trimmingCharacters(in: .newlines))
        else { throw Failure(description: result.errors) }
        func read(_ name: String) -> [UInt8] { Array((folder.text(of: name) ?? "").utf8) }
        self.pin = pin
        chain =
            try NIOSSLCertificate.fromPEMBytes(read("server.pem"))
            + NIOSSLCertificate.fromPEMBytes(read("root.pem"))
        key = try NIOSSLPrivateKey(bytes: read("server.key"), format: .pem)
        trustRoots = .pem(read("root.pem"))
    }
}
