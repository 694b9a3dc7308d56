import TestSupport
import Testing
import WalletVault

@Suite("The form of private keys")
struct PrivateKeyFormTests {
    private func form(_ text: String) -> PrivateKeyForm {
        Array(text.utf8).withUnsafeBytes { PrivateKeyForm(of: $0) }
    }

    @Test("A key as ssh-keygen makes it is whole, and damaged without any of its lines")
    func lines() async throws {
        let folder = try TemporaryFolder()
        for (type, format, passphrase) in [
            ("ed25519", "RFC4716", ""), ("ed25519", "RFC4716", "secret"), ("rsa", "RFC4716", ""),
            ("ecdsa", "RFC4716", ""), ("rsa", "PEM", ""), ("rsa", "PKCS8", ""),
            ("ecdsa", "PEM", ""), ("ecdsa", "PKCS8", "secret"), ("rsa", "PEM", "secret"),
        ] {
            let key = try await PrivateKeySample.made(
                in: folder, type: type, format: format, passphrase: passphrase)
            #expect(form(key) == .whole, "\(type) \(format) \(passphrase): \(key)")
            let lines = key.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            // Of an encrypted key in PEM only the length of the lines tells that one is missing.
            guard format != "PEM" || passphrase.isEmpty else { continue }
            for place in lines.indices.dropFirst() {
                var cut = lines
                cut.remove(at: place)
                #expect(
                    form(cut.joined(separator: "\n") + "\n") == .damaged,
                    "\(type) \(format) \(passphrase): \(place)")
            }
            var other = lines
            other[1] = "!\(other[1].dropFirst())"
            #expect(form(other.joined(separator: "\n")) == .damaged)
            #expect(form(lines.dropFirst().joined(separator: "\n")) == .other)
        }
    }

    @Test(
        "Other texts are none",
        arguments: [
            "", "\n", "s3cret\n", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n",
            "ssh-ed25519 AAAA ada\n", "-----END RSA PRIVATE KEY-----\n",
            "x -----BEGIN PRIVATE KEY-----\n",
        ])
    func other(_ text: String) {
        #expect(form(text) == .other)
    }

    @Test(
        "Lengths that are wrong, or leave the text, are a damage",
        arguments: [
            "", "A", "AAAA", "MIIB", "MAAA", "MP8=", "MIT/////AA==", "b3BlbnNzaC1rZXktdjEA",
            "b3BlbnNzaC1rZXktdjEA/////w==", "b3BlbnNzaC1rZXktdjEAAAAAAAAAAAAAAAAA/////w==",
        ])
    func damaged(_ code: String) {
        for name in ["PRIVATE KEY", "OPENSSH PRIVATE KEY"] {
            let text = "-----BEGIN \(name)-----\n\(code)\n-----END \(name)-----\n"
            #expect(form(text) == .damaged, "\(name) \(code)")
        }
    }
}
