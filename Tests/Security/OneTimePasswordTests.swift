import TenonCore
import TenonSecurity
import TestSupport
import Testing

@Suite struct OneTimePasswordTests {
    /// The secrets of RFC 6238: these digits again and again, as many as the hash has bytes.
    private func secret(_ count: Int) -> SecretBytes {
        SecretBytes((0..<count).map { UInt8(ascii: "0") + UInt8(($0 + 1) % 10) })
    }

    @Test("RFC 4226, appendix D")
    func counterVectors() throws {
        let short = [
            "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583",
            "399871", "520489",
        ]
        let long = [
            "84755224", "94287082", "37359152", "26969429", "40338314", "68254676", "18287922",
            "82162583", "73399871", "45520489",
        ]
        for counter in 0..<10 {
            for (digits, codes) in [(6, short), (8, long)] {
                let generator = try OneTimePassword(
                    secret: secret(20), digits: digits, factor: .counter(UInt64(counter)))
                #expect(generator.code(at: Timestamp(seconds: 7)).text.reveal() == codes[counter])
                #expect(
                    generator.code(forCounter: UInt64(counter)).reveal() == codes[counter])
            }
        }
    }

    @Test(
        "RFC 6238, appendix B",
        arguments: [
            (59, "94287082", "46119246", "90693936"),
            (1_111_111_109, "07081804", "68084774", "25091201"),
            (1_111_111_111, "14050471", "67062674", "99943326"),
            (1_234_567_890, "89005924", "91819424", "93441116"),
            (2_000_000_000, "69279037", "90698825", "38618901"),
            (20_000_000_000, "65353130", "77737706", "47863826"),
        ] as [(Int64, String, String, String)])
    func timeVectors(seconds: Int64, sha1: String, sha256: String, sha512: String) throws {
        let expected: [(OneTimePassword.Algorithm, Int, String)] = [
            (.sha1, 20, sha1), (.sha256, 32, sha256), (.sha512, 64, sha512),
        ]
        for (algorithm, size, code) in expected {
            let generator = try OneTimePassword(
                secret: secret(size), algorithm: algorithm, digits: 8)
            #expect(generator.code(at: Timestamp(seconds: seconds)).text.reveal() == code)
        }
    }

    @Test("A code is current until the end of its period, and tells how long that is")
    func validity() throws {
        let generator = try OneTimePassword(secret: secret(20))
        let first = generator.code(at: Timestamp(milliseconds: 30_000))
        #expect(first.secondsLeft == 30)
        #expect(first.period == 30)
        #expect(first.expires == Timestamp(seconds: 60))
        let last = generator.code(at: Timestamp(milliseconds: 59_999))
        #expect(last.secondsLeft == 1)
        #expect(last.text == first.text)
        #expect(last.expires == first.expires)
        let next = generator.code(at: Timestamp(milliseconds: 60_000))
        #expect(next.secondsLeft == 30)
        #expect(next.text != first.text)
    }

    @Test("A time before 1970 has the first code")
    func negativeTime() throws {
        let generator = try OneTimePassword(secret: secret(20))
        let code = generator.code(at: Timestamp(seconds: -45))
        #expect(code.text == generator.code(at: Timestamp(seconds: 0)).text)
    }

    @Test("A code by counter has no time")
    func counterHasNoTime() throws {
        let generator = try OneTimePassword(secret: secret(20), factor: .counter(.max))
        let code = generator.code(at: Timestamp(seconds: 1_000))
        #expect(code.secondsLeft == nil && code.period == nil && code.expires == nil)
        #expect(code.text.count == 6)
    }

    @Test("The next number follows, with everything else as it was, until there is none")
    func next() throws {
        let first = try OneTimePassword(
            secret: secret(20), algorithm: .sha256, digits: 8, factor: .counter(7),
            issuer: "i", account: "a")
        let next = try #require(first.next)
        #expect(next.factor == .counter(8))
        #expect(next.address().reveal().contains("counter=8"))
        #expect(next.code(forCounter: 7) == first.code(forCounter: 7))
        #expect(try OneTimePassword(secret: secret(20)).next == nil)
        #expect(try OneTimePassword(secret: secret(20), factor: .counter(.max)).next == nil)
    }

    @Test("Random secrets, times and settings give the codes of oathtool")
    func compareWithOathtool() async throws {
        let oathtool = Program(path: "/usr/bin/oathtool")
        var random = SeededGenerator(seed: 6238)
        for _ in 0..<150 {
            let size = Int.random(in: 1...80, using: &random)
            let secret = SecretBytes(
                (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) })
            let digits = Int.random(in: 6...8, using: &random)
            let text = Base32.encode(secret).reveal()
            if Bool.random(using: &random) {
                let algorithm = OneTimePassword.Algorithm.allCases[
                    Int.random(in: 0..<3, using: &random)]
                let period = Int.random(in: 1...86_400, using: &random)
                let seconds = Int64.random(in: 0...4_000_000_000, using: &random)
                let generator = try OneTimePassword(
                    secret: secret, algorithm: algorithm, digits: digits,
                    factor: .time(period: period))
                let result = try await oathtool.run(
                    [
                        "--totp=\(algorithm.rawValue)", "--base32", "--digits=\(digits)",
                        "--time-step-size=\(period)s", "--now=@\(seconds)", "-",
                    ], input: text + "\n")
                #expect(
                    generator.code(at: Timestamp(seconds: seconds)).text.reveal() + "\n"
                        == result.output, "\(result.errors)")
            } else {
                let counter = UInt64.random(in: 0...UInt64(Int64.max), using: &random)
                let generator = try OneTimePassword(
                    secret: secret, digits: digits, factor: .counter(counter))
                let result = try await oathtool.run(
                    ["--hotp", "--base32", "--digits=\(digits)", "--counter=\(counter)", "-"],
                    input: text + "\n")
                #expect(
                    generator.code(forCounter: counter).reveal() + "\n" == result.output,
                    "\(result.errors)")
            }
        }
    }

    @Test("Numbers out of bounds are refused")
    func bounds() {
        func expectRefused(_ make: () throws -> OneTimePassword) {
            let error = #expect(throws: SecurityError.self) { _ = try make() }
            #expect(error?.code == .securityOneTimePassword)
        }
        for digits in [0, 5, 9, -6] {
            expectRefused { try OneTimePassword(secret: secret(20), digits: digits) }
        }
        for period in [0, -30, 86_401] {
            expectRefused { try OneTimePassword(secret: secret(20), factor: .time(period: period)) }
        }
        expectRefused { try OneTimePassword(secret: secret(0)) }
        expectRefused { try OneTimePassword(secret: secret(1025)) }
    }

    @Test("No description holds the secret")
    func description() throws {
        let generator = try OneTimePassword(reading: SecretText("GEZDGNBVGY3TQOJQ"))
        var dumped = ""
        dump(generator, to: &dumped)
        for text in ["\(generator)", String(reflecting: generator), dumped] {
            #expect(!text.contains("GEZD") && !text.contains("1234567890"))
        }
    }
}
