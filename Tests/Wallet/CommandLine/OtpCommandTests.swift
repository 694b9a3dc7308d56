import Foundation
import TestSupport
import Testing

@Suite("wallet otp")
struct OtpCommandTests {
    private static let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

    /// A home with a login "Bank" that has a secret.
    private func fixture(_ secret: String) async throws -> CommandFixture {
        let fixture = try await CommandFixture.make()
        try fixture.folder.write("\(secret)\n", to: "otp", permissions: 0o600)
        let added = try await fixture.run(
            "add", "--title", "Bank", "--generate", "20", "--otp-file", fixture.path("otp"))
        #expect(added.status == 0, "\(added.errors)")
        return fixture
    }

    @Test("The code is that of oathtool, with how long it is valid beside it")
    func code() async throws {
        let fixture = try await fixture(Self.secret)
        let oathtool = Program(path: "/usr/bin/oathtool")
        let input = Self.secret + "\n"
        var isSame = false
        // The period may change between the two programs, but not each time.
        for _ in 0..<3 where !isSame {
            let result = try await fixture.run("otp", "bank")
            #expect(result.status == 0)
            #expect(result.errors.contains("Valid for "))
            let other = try await oathtool.run(["--totp", "--base32", "-"], input: input)
            isSame = result.output == other.output
        }
        #expect(isSame)
    }

    @Test("JSON holds the code and its time")
    func document() async throws {
        let fixture = try await fixture(
            "otpauth://totp/Bank:ada?secret=\(Self.secret)&digits=8&period=86400")
        let result = try json(try await fixture.run("otp", "bank", "--json").output)
        #expect((result["code"] as? String)?.count == 8)
        #expect(result["period"] as? Int == 86_400)
        #expect((1...86_400).contains(result["secondsLeft"] as? Int ?? 0))
        #expect(result["counter"] == nil)
    }

    @Test("A code by counter is used up by asking for it")
    func counter() async throws {
        let fixture = try await fixture("otpauth://hotp/Bank?secret=\(Self.secret)&counter=0")
        #expect(try await fixture.run("otp", "bank").output == "755224\n")
        let second = try json(try await fixture.run("otp", "bank", "--json").output)
        #expect(second["code"] as? String == "287082")
        #expect(second["counter"] as? Int == 1)
        #expect(try await fixture.run("otp", "bank").output == "359152\n")
    }

    @Test("A login without a secret, and a secret that is none, are said")
    func problems() async throws {
        let fixture = try await CommandFixture.make()
        _ = try await fixture.run("add", "--title", "Plain", "--generate", "20")
        let plain = try await fixture.run("otp", "plain")
        #expect(plain.status == 1)
        #expect(plain.errors.contains("one-time password"))
        try fixture.folder.write("https://example.com\n", to: "otp", permissions: 0o600)
        let refused = try await fixture.run("edit", "plain", "--otp-file", fixture.path("otp"))
        #expect(refused.status == 65)
        #expect(!refused.errors.contains("example.com"))
        #expect(try await fixture.run("otp", "plain", "--copy", "--json").status == 64)
        #expect(try await fixture.run("otp", "nobody").status == 1)
    }
}
