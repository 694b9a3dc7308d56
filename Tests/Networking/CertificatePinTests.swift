import Foundation
import TenonNetworking
import Testing

@Suite("A pin")
struct CertificatePinTests {
    @Test("is read from Base64, with and without its mark")
    func reading() throws {
        for _ in 0..<100 {
            let hash = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
            let text = Data(hash).base64EncodedString()
            #expect(CertificatePin(text)?.hash == hash)
            #expect(CertificatePin("sha256/\(text)") == CertificatePin(hash: hash))
        }
    }

    @Test("is refused when it is not the hash of 32 bytes")
    func refusing() {
        let good = Data(repeating: 7, count: 32).base64EncodedString()
        let bad = [
            "", "sha256/", "sha1/\(good)", String(good.dropLast()), good + "=", " \(good)",
            "é" + good.dropFirst(2), "-" + good.dropFirst(), good.dropLast(2) + "d=",
            Data(repeating: 7, count: 31).base64EncodedString(),
            Data(repeating: 7, count: 33).base64EncodedString(),
        ]
        for text in bad { #expect(CertificatePin(text) == nil, "\(text)") }
        #expect(CertificatePin(hash: []) == nil)
        #expect(CertificatePin(good) != nil)
    }

    @Test("covers its host, and those below it only if asked to")
    func covering() {
        let alone = PinnedHost("Example.org", pins: [])
        #expect(alone.covers("example.org"))
        #expect(!alone.covers("api.example.org"))
        let all = PinnedHost("example.org", includesSubdomains: true, pins: [])
        #expect(all.covers("example.org") && all.covers("a.b.example.org"))
        #expect(!all.covers("badexample.org") && !all.covers("org"))
    }
}
