import TenonCore
import TenonSecurity
import TestSupport
import Testing

@Suite struct OneTimePasswordAddressTests {
    private let hello = Array("Hello!\u{DE}\u{AD}".unicodeScalars.map { UInt8($0.value) })

    private func read(_ text: String) throws -> OneTimePassword {
        try OneTimePassword(reading: SecretText(text))
    }

    private func expectRefused(
        _ text: String, saying part: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: SecurityError.self, sourceLocation: sourceLocation) {
            try read(text)
        }
        #expect(error?.code == .securityOneTimePassword, sourceLocation: sourceLocation)
        #expect(
            error?.description.contains(part) == true, "\(String(describing: error))",
            sourceLocation: sourceLocation)
        #expect(error?.remedy.isEmpty == false, sourceLocation: sourceLocation)
    }

    @Test("A bare secret in base 32 has the usual settings")
    func bareSecret() throws {
        for text in ["JBSWY3DPEHPK3PXP", " jbsw y3dp ehpk 3pxp\n", "JBSWY3DPEHPK3PXP===="] {
            let password = try read(text)
            #expect(password.secret.exposed == bytes("48656c6c6f21deadbeef"))
            #expect(password.algorithm == .sha1)
            #expect(password.digits == 6)
            #expect(password.factor == .time(period: 30))
            #expect(password.issuer.isEmpty && password.account.isEmpty)
        }
    }

    @Test("An address with all of its parameters is read")
    func wholeAddress() throws {
        let password = try read(
            "otpauth://totp/ACME%20Co:john.doe@email.com?secret=HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ"
                + "&issuer=ACME%20Co&algorithm=SHA512&digits=8&period=60&image=https%3A%2F%2Fx")
        #expect(password.issuer == "ACME Co")
        #expect(password.account == "john.doe@email.com")
        #expect(password.algorithm == .sha512)
        #expect(password.digits == 8)
        #expect(password.factor == .time(period: 60))
        #expect(Base32.encode(password.secret).reveal() == "HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ")
    }

    @Test(
        "Labels part issuer and account",
        arguments: [
            ("Example:alice", "", "Example", "alice"),
            ("Example:%20alice", "", "Example", "alice"),
            ("Example%3Aalice", "", "Example", "alice"),
            ("Example%3A%20alice%40x", "", "Example", "alice@x"),
            ("alice", "", "", "alice"),
            ("alice", "Big+Corp%2B", "Big Corp+", "alice"),
            ("Old:alice", "New", "New", "alice"),
            ("A%3AB:c%3Ad", "A%3AB", "A:B", "c:d"),
            ("a/b", "", "", "a/b"),
            ("100%", "", "", "100%"),
            ("caf%C3%A9:%E6%9D%8E", "", "café", "李"),
            ("", "", "", ""),
        ])
    func labels(label: String, parameter: String, issuer: String, account: String) throws {
        let password = try read("otpauth://totp/\(label)?secret=JBSWY3DP&issuer=\(parameter)")
        #expect(password.issuer == issuer)
        #expect(password.account == account)
    }

    @Test(
        "Case, order, empty parameters that make no codes, fragments and spaces around do not matter",
        arguments: [
            "OTPAUTH://TOTP/x?SECRET=jbswy3dp&DIGITS=7&Algorithm=sha256&Period=45",
            "otpauth://totp/x?period=45&algorithm=SHA-256&digits=7&secret=JBSW%20Y3DP",
            "  otpauth://totp/x?secret=JBSW+Y3DP%3D%3D&&digits=7&period=45&algorithm=HmacSHA256#f\n",
            "otpauth:totp/x?issuer&secret=JBSW-Y3DP&digits=7&period=45&algorithm=Sha_256",
            "otpauth://totp?secret=jbswy3dp&digits=7&algorithm=SHA256&period=45&issuer=",
            "otpauth://totp?secret=jbswy3dp&digits=7&algorithm=SHA256&period=45&counter=",
            "otpauth://totp?counter&secret=jbswy3dp&digits=7&algorithm=SHA256&period=45",
        ])
    func tolerance(address: String) throws {
        let password = try read(address)
        #expect(password.secret.exposed == bytes("48656c6c6f"))
        #expect(password.algorithm == .sha256)
        #expect(password.digits == 7)
        #expect(password.factor == .time(period: 45))
    }

    @Test(
        "An address with anything that may make other codes is refused",
        arguments: [
            "secret=JBSWY3DP&amp;digits=8", "secret=JBSWY3DP&amp;period=60",
            "secret=JBSWY3DP&interval=60", "secret=JBSWY3DP&step=60", "secret=JBSWY3DP&size=8",
            "secret=JBSWY3DP&algo=SHA256", "secret=JBSWY3DP&hash=sha512",
            "secret=JBSWY3DP&encoder=steam", "secret=JBSWY3DP&encoding=hex",
            "secret=JBSWY3DP&digit=8", "secret=JBSWY3DP&t0=5", "secret=JBSWY3DP&offset=30",
            "secret=JBSWY3DP&digits=6;period=60&x", "JBSWY3DP", "secret=JBSWY3DP&=8",
            "secret=JBSWY3DP&d%69gits=8", "secret=JBSWY3DP&issuer=C#&digits=8",
            "secret=JBSWY3DP&issuer=C#x=1",
        ])
    func unknownParameters(_ parameters: String) {
        expectRefused("otpauth://totp/x?\(parameters)", saying: "is not known")
    }

    @Test(
        "A secret with a character that is none is refused, and never cut there",
        arguments: ["JBSW%00Y3DP", "JBSWY3DP%00", "%00", "JBSW%01Y3DP", "JBSW!Y3DP"])
    func cutSecret(_ secret: String) {
        expectRefused("otpauth://totp/x?secret=\(secret)", saying: "secret")
    }

    @Test(
        "A parameter with two values is refused, whichever was meant",
        arguments: [
            "digits=6&digits=8", "period=30&PERIOD=60", "secret=JBSWY3DQ", "issuer=a&issuer=",
            "digits&digits=8", "algorithm=SHA1&algorithm=SHA256", "digits=8&digits=08",
        ])
    func repeatedParameters(_ parameters: String) {
        expectRefused("otpauth://totp/x?secret=JBSWY3DP&\(parameters)", saying: "twice")
    }

    @Test(
        "A parameter that makes the codes is refused without a value",
        arguments: [
            "totp/x?secret=JBSWY3DP&digits=", "totp/x?secret=JBSWY3DP&digits",
            "totp/x?secret=JBSWY3DP&period=", "totp/x?period&secret=JBSWY3DP",
            "totp/x?secret=JBSWY3DP&algorithm=", "totp/x?algorithm&secret=JBSWY3DP",
            "hotp/x?secret=JBSWY3DP&counter=", "hotp/x?secret=JBSWY3DP&counter",
            "hotp/x?secret=JBSWY3DP&counter=&digits=8", "totp/x?DIGITS=&secret=JBSWY3DP",
            "totp/x?secret=JBSWY3DP&digits=#f", "totp/x?secret=JBSWY3DP&digits=&digits=",
        ])
    func withoutValue(_ address: String) {
        expectRefused("otpauth://\(address)", saying: "otpauth address")
    }

    @Test(
        "Nor is a value taken for none that has but spaces and signs",
        arguments: ["digits=%20", "period=+", "algorithm=-", "algorithm=%20", "algorithm=HMAC"])
    func emptyValue(_ parameter: String) {
        expectRefused("otpauth://totp/x?secret=JBSWY3DP&\(parameter)", saying: "otpauth address")
    }

    @Test("A parameter that is repeated with one value is read, and pictures may be many")
    func sameTwice() throws {
        let password = try read(
            "otpauth://totp/x?secret=JBSWY3DP&digits=8&Digits=8&secret=JBSWY3DP"
                + "&image=a&image=b&color=red&icon=c&issuer&issuer=")
        #expect(password.digits == 8 && password.secret.exposed == bytes("48656c6c6f"))
    }

    @Test("What is absent has its usual value")
    func defaults() throws {
        let time = try read("otpauth://totp/x?secret=JBSWY3DP")
        #expect(time.algorithm == .sha1 && time.digits == 6 && time.factor == .time(period: 30))
        #expect(try read("otpauth://hotp/x?secret=JBSWY3DP").factor == .counter(0))
        let counter = try read("otpauth://hotp/x?secret=JBSWY3DP&counter=18446744073709551615")
        #expect(counter.factor == .counter(.max))
    }

    @Test("An address that is written is read as the same value")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 32)
        let names = ["", "alice", "a:b", "Größe & Söhne", "100%", "a+b=c?d#e/f", "李 🎉", "%41"]
        for _ in 0..<500 {
            let size = Int.random(in: 1...64, using: &random)
            let isTime = Bool.random(using: &random)
            let password = try OneTimePassword(
                secret: SecretBytes((0..<size).map { _ in .random(in: 0...255, using: &random) }),
                algorithm: .allCases[Int.random(in: 0..<3, using: &random)],
                digits: .random(in: 6...8, using: &random),
                factor: isTime
                    ? .time(period: .random(in: 1...86_400, using: &random))
                    : .counter(.random(in: 0...(.max), using: &random)),
                issuer: names[Int.random(in: names.indices, using: &random)],
                account: names[Int.random(in: names.indices, using: &random)])
            let read = try OneTimePassword(reading: password.address())
            #expect(read == password)
        }
    }

    @Test("However long its names were, an address that is written can be read")
    func longNames() throws {
        let name = String(repeating: "\u{FFFD}", count: 1200)
        let password = try OneTimePassword(
            secret: SecretBytes(Array(repeating: 7, count: 1024)), algorithm: .sha512, digits: 8,
            factor: .counter(.max), issuer: name, account: name)
        #expect(password.issuer == String(name.prefix(170)))
        #expect(try OneTimePassword(reading: password.address()) == password)

        let read = try read("otpauth://totp/m?secret=JBSWY3DP&issuer=\(name)")
        #expect(try OneTimePassword(reading: read.address()) == read)
    }

    @Test("Usual values are left out of an address")
    func shortAddress() throws {
        let plain = try read("JBSWY3DP")
        #expect(plain.address().reveal() == "otpauth://totp/?secret=JBSWY3DP")
        let full = try OneTimePassword(
            secret: SecretBytes(hello), algorithm: .sha256, digits: 8, factor: .counter(3),
            issuer: "Big Corp", account: "a@b")
        #expect(
            full.address().reveal() == "otpauth://hotp/Big%20Corp:a%40b?secret=JBSWY3DPEHPK2"
                + "&issuer=Big%20Corp&algorithm=SHA256&digits=8&counter=3")
    }

    @Test("What cannot be read is refused with the reason and a remedy")
    func refused() {
        expectRefused("", saying: "is empty")
        expectRefused("https://example.com/JBSWY3DP", saying: "neither an otpauth address")
        expectRefused("steam://JBSWY3DP", saying: "neither an otpauth address")
        expectRefused("otpauth-migration://offline?data=CjEK", saying: "several accounts")
        expectRefused("otpauth://totp/x", saying: "has no secret")
        expectRefused("otpauth://totp/x?issuer=JBSWY3DP", saying: "has no secret")
        expectRefused("otpauth://totp/x?secret=", saying: "is empty")
        expectRefused("otpauth://yubi/x?secret=JBSWY3DP", saying: "neither totp nor hotp")
        expectRefused("otpauth:", saying: "neither totp nor hotp")
        expectRefused("otpauth://totp/x?secret=JBSW1", saying: "Character 5")
        expectRefused("otpauth://totp/x?secret=JBSWY3DP&algorithm=MD5", saying: "algorithm")
        expectRefused("otpauth://totp/x?secret=JBSWY3DP&digits=six", saying: "“digits”")
        expectRefused("otpauth://totp/x?secret=JBSWY3DP&digits=10", saying: "6 to 8 digits, not 10")
        expectRefused("otpauth://totp/x?secret=JBSWY3DP&period=0", saying: "not every 0")
        expectRefused("otpauth://hotp/x?secret=JBSWY3DP&counter=-1", saying: "“counter”")
        expectRefused(String(repeating: "A", count: 8193), saying: "longer than 8,192 bytes")
        expectRefused(String(repeating: "A", count: 8000), saying: "5000 bytes")
    }

    @Test("No error repeats what was typed")
    func messages() {
        let secret = "JBSWY3DPEHPK3PXP"
        for text in [
            secret + "1", "x:" + secret, "otpauth://totp/x?secret=\(secret)!",
            "otpauth://totp/x?secret=\(secret)&digits=\(secret)",
            "otpauth://totp/x?secret=\(secret)&algorithm=\(secret)", "otpauth://\(secret)",
        ] {
            let error = #expect(throws: SecurityError.self) { try read(text) }
            #expect(error.map { "\($0)".contains("JBSW") } == false)
        }
    }
}
