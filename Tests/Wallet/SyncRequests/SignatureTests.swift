import TenonCore
import TenonSecurity
import Testing
import WalletSyncRequests

@Suite("Signed requests")
struct SignatureTests {
    private let keys: Ed25519.KeyPair

    init() throws { keys = try .make() }

    private func parts(_ fields: [(name: String, value: String)], path: String = "/v1/a") throws
        -> (RequestSignature?, SignedParts)
    {
        func field(_ name: String) -> String { fields.first { $0.name == name }?.value ?? "" }
        return (
            RequestSignature(input: field("Signature-Input"), signature: field("Signature")),
            SignedParts(
                method: "PUT", authority: "Example.org:8090", path: path, query: "b=1",
                date: field("Date"), digest: field("Content-Digest"))
        )
    }

    private func signed() throws -> [(name: String, value: String)] {
        try RequestSigner(keys).fields(
            method: "PUT", authority: "example.org:8090", path: "/v1/a", query: "b=1",
            body: Array("hello".utf8), date: "Tue, 20 Apr 2021 02:07:55 GMT",
            seconds: 1_618_884_475)
    }

    @Test("The signature base is that of RFC 9421, whose example it verifies")
    func vector() throws {
        // Section B.2.6, with the key of section B.1.4.
        let parameters =
            #"("date" "@method" "@path" "@authority" "content-type" "content-length")"#
            + #";created=1618884473;keyid="test-key-ed25519""#
        let base = SignatureBase(
            [
                ("date", "Tue, 20 Apr 2021 02:07:55 GMT"), ("@method", "POST"), ("@path", "/foo"),
                ("@authority", "example.com"), ("content-type", "application/json"),
                ("content-length", "18"),
            ], parameters: parameters)
        let key = try #require(
            Base64Text.bytes(of: "JrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs="))
        let signature = try #require(
            Base64Text.bytes(
                of: "wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu"
                    + "4A0w6vuQv5lIp5WPpBKRCw=="))
        let isValid = signature.withUnsafeBytes { signature in
            base.bytes.withUnsafeBytes {
                Ed25519.isValid(signature: signature, for: $0, publicKey: key)
            }
        }
        #expect(isValid)
    }

    @Test("The digest is that of RFC 9530")
    func digest() {
        // Section B.1: {"hello": "world"} and a line feed.
        let body = Array("{\"hello\": \"world\"}\n".utf8)
        let digest = "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:"
        #expect(ContentDigest.text(of: body) == digest)
        #expect(ContentDigest.isValid("sha-512=:AA==:, \(digest)", for: body))
        #expect(!ContentDigest.isValid(digest, for: [1]))
        #expect(!ContentDigest.isValid("", for: body))
    }

    @Test("What was signed is believed, and nothing else")
    func roundTrip() throws {
        let fields = try signed()
        let (signature, parts) = try parts(fields)
        #expect(signature?.publicKey == keys.publicKey)
        #expect(signature?.created == 1_618_884_475)
        #expect(signature?.isValid(for: parts) == true)
        let (same, other) = try self.parts(fields, path: "/v1/b")
        #expect(same?.isValid(for: other) == false)
        #expect(try signed().last?.value != fields.last?.value)
    }

    @Test("A signature that covers less, or is not of the known form, is none")
    func refused() throws {
        let fields = try signed()
        let input = fields[2].value
        let signature = fields[3].value
        for (old, new) in [
            ("\"@query\" ", ""), ("\"date\"", "\"expires\""), ("ed25519", "hmac-sha256"),
            ("nonce=", "once="), ("created=", "created=x"), ("sig=", ""), (")", ""),
            ("keyid=\"", "keyid=\"AA"), ("\"@path\"", "\"@path\" \"@path\""),
            (";alg", ";created=1;alg"),
        ] {
            let changed = input.replacing(old, with: new)
            #expect(changed != input)
            #expect(RequestSignature(input: changed, signature: signature) == nil, "\(changed)")
        }
        for wrong in ["", "sig=::", "other=" + signature.dropFirst(4), "sig=:AAAA:"] {
            #expect(RequestSignature(input: input, signature: wrong) == nil)
        }
        // Another order is the signer's to choose, but it is signed as well.
        let swapped = input.replacing(
            "\"@method\" \"@authority\"", with: "\"@authority\" \"@method\"")
        let (_, parts) = try parts(fields)
        let read = try #require(RequestSignature(input: swapped, signature: signature))
        #expect(!read.isValid(for: parts))
    }

    @Test("Names have one spelling, and that of a device follows from its key")
    func names() throws {
        let bytes: [UInt8] = (0..<16).map { $0 * 17 }
        let name = try #require(SyncName(bytes: bytes))
        #expect(name.description == "0024h36h2ncsvrh6daqf6dvvqz")
        #expect(SyncName(name.description) == name)
        #expect(SyncName(name.description.uppercased()) == nil)
        #expect(SyncName("8" + name.description.dropFirst()) == nil)
        #expect(SyncName(String(name.description.dropLast())) == nil)
        #expect(SyncName(bytes: bytes.dropLast()) == nil)
        let hash = keys.publicKey.withUnsafeBytes { SecretHash.sha256(of: $0) }
        #expect(SyncName(deviceWithKey: keys.publicKey) == SyncName(bytes: hash.prefix(16)))
    }

    @Test("Pages and vectors are read as they were written, and nothing else is")
    func pages() throws {
        var page: [UInt8] = []
        CommitPage.append([1, 2, 3], to: &page)
        CommitPage.append([], to: &page)
        #expect(CommitPage.commits(in: page) == [[1, 2, 3], []])
        #expect(CommitPage.commits(in: []) == [])
        #expect(CommitPage.commits(in: [0, 0, 0]) == nil)
        #expect(CommitPage.commits(in: page.dropLast(5)) == nil)
        #expect(CommitPage.commits(in: [0xFF, 0, 0, 0]) == nil)
        let name = SyncName(deviceWithKey: keys.publicKey)
        let vector = LogVector([name: 7])
        #expect(vector.text == "\(name):7")
        #expect(LogVector(vector.text) == vector)
        #expect(LogVector("") == LogVector([:]))
        for wrong in [
            "\(name)", "\(name):-1", "\(name):+1", "\(name):01", "\(name):1,\(name):2",
            "\(name):1,", ":1",
        ] {
            #expect(LogVector(wrong) == nil, "\(wrong)")
        }
    }
}
