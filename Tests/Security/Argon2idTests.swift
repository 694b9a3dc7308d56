import Foundation
import TenonCore
import Testing

@testable import TenonSecurity  // Other modules see derived keys only.

@Suite struct Argon2idTests {
    @Test("RFC 9106 section 5.3")
    func standardVector() throws {
        let parameters = Argon2id(memory: 32, iterations: 3, parallelism: 4)
        let tag = try parameters.deriveKey(
            from: SecretBytes([UInt8](repeating: 1, count: 32)),
            salt: [UInt8](repeating: 2, count: 16),
            secret: SecretBytes([UInt8](repeating: 3, count: 8)),
            associatedData: [UInt8](repeating: 4, count: 12))
        #expect(
            tag.exposed
                == bytes("0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659"))
    }

    @Test("RFC 9106 section 5.1: Argon2d, which files of other programs use")
    func foreignVector() throws {
        let tag = try Argon2Function(
            variant: .d, version: .v13, memory: 32, iterations: 3, parallelism: 4
        ).deriveKey(
            from: SecretBytes([UInt8](repeating: 1, count: 32)),
            salt: [UInt8](repeating: 2, count: 16), count: 32,
            secret: SecretBytes([UInt8](repeating: 3, count: 8)),
            associatedData: [UInt8](repeating: 4, count: 12))
        #expect(
            tag.exposed
                == bytes("512b391b6f1162975371d30919734294f868e3be3984f3c1a13a4db9fabe4acb"))
    }

    @Test(
        "Published values of the reference implementation",
        arguments: [
            (65_536, 2, 1, "09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7"),
            (256, 2, 1, "9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe"),
            (256, 2, 2, "6d093c501fd5999645e0ea3bf620d7b8be7fd2db59c20d9fff9539da2bf57037"),
            (65_536, 1, 1, "f6a5adc1ba723dddef9b5ac1d464e180fcd9dffc9d1cbf76cca2fed795d9ca98"),
            (65_536, 4, 1, "9025d48e68ef7395cca9079da4c4ec3affb3c8911fe4f86d1a2520856f63172c"),
        ])
    func referenceVectors(memory: Int, iterations: Int, parallelism: Int, tag: String) throws {
        let key = try Argon2id(memory: memory, iterations: iterations, parallelism: parallelism)
            .deriveKey(from: SecretBytes(SecretText("password")), salt: Array("somesalt".utf8))
        #expect(key.exposed == bytes(tag))
    }

    @Test("Every input changes the key")
    func inputs() throws {
        let parameters = Argon2id(memory: 64, iterations: 1, parallelism: 1)
        let passphrase = SecretBytes(SecretText("correct horse"))
        let salt = [UInt8](0..<16)
        let other = SecretBytes(SecretText("correct horsf"))
        let keys = [
            try parameters.deriveKey(from: passphrase, salt: salt),
            try parameters.deriveKey(from: other, salt: salt),
            try parameters.deriveKey(from: passphrase, salt: salt.reversed()),
            try parameters.deriveKey(from: passphrase, salt: salt, secret: other),
            try parameters.deriveKey(from: passphrase, salt: salt, associatedData: [0]),
            try Argon2id(memory: 72, iterations: 1, parallelism: 1)
                .deriveKey(from: passphrase, salt: salt),
            try Argon2id(memory: 64, iterations: 2, parallelism: 1)
                .deriveKey(from: passphrase, salt: salt),
            try Argon2id(memory: 64, iterations: 1, parallelism: 2)
                .deriveKey(from: passphrase, salt: salt),
        ]
        for (index, key) in keys.enumerated() {
            #expect(key.count == 32)
            for later in keys[(index + 1)...] { #expect(key != later) }
        }
        #expect(try parameters.deriveKey(from: passphrase, salt: salt) == keys[0])
        #expect(try parameters.deriveKey(from: passphrase, salt: salt, count: 64).count == 64)
    }

    @Test("An empty passphrase and secret are inputs like others")
    func empty() throws {
        let parameters = Argon2id(memory: 64, iterations: 1, parallelism: 1)
        let key = try parameters.deriveKey(from: SecretBytes([]), salt: [UInt8](0..<8))
        let zero = try parameters.deriveKey(from: SecretBytes([0]), salt: [UInt8](0..<8))
        #expect(key != zero)
    }

    @Test("Parameters from the floor to the ceiling are accepted")
    func accepted() throws {
        for parameters in [
            Argon2id.floor, .standard, Argon2id(memory: 1_048_576, iterations: 4, parallelism: 64),
            Argon2id(memory: 65_536, iterations: 64, parallelism: 4),
        ] { try parameters.validate() }
    }

    @Test(
        "Parameters outside of the limits are refused, with a message that names them",
        arguments: [
            Argon2id(memory: 19_455, iterations: 2, parallelism: 1),
            Argon2id(memory: 19_456, iterations: 1, parallelism: 1),
            Argon2id(memory: 19_456, iterations: 2, parallelism: 0),
            Argon2id(memory: 1_048_577, iterations: 3, parallelism: 4),
            Argon2id(memory: 1_048_576, iterations: 5, parallelism: 4),
            Argon2id(memory: 65_537, iterations: 64, parallelism: 4),
            .ceiling,
            Argon2id(memory: 65_536, iterations: 65, parallelism: 4),
            Argon2id(memory: 65_536, iterations: 3, parallelism: 65),
            Argon2id(memory: -65_536, iterations: 3, parallelism: 4),
            Argon2id(memory: .max, iterations: .max, parallelism: .max),
            Argon2id(memory: .min, iterations: .min, parallelism: .min),
        ])
    func refused(parameters: Argon2id) {
        let error = #expect(throws: SecurityError.self) { try parameters.validate() }
        #expect(error?.code == .securityParameters)
        #expect(error?.code.status == .badData)
        #expect(error?.message.description.contains("Argon2id with") == true)
    }

    @Test("An absurd header costs no memory")
    func absurd() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit(rlim_cur: 1 << 40, rlim_max: 1 << 40)
            setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
            let header = Argon2id(memory: .max, iterations: 1, parallelism: 1)
            let error = #expect(throws: SecurityError.self) {
                try header.deriveKey(from: .random(count: 8), salt: [UInt8](0..<16))
            }
            #expect(error?.code == .securityParameters)
        }
    }

    @Test("Too little memory is an error of its own, to be tried again later")
    func memoryShortage() async {
        await #expect(processExitsWith: .success) {
            let passphrase = SecretBytes.random(count: 8)
            // What the process has now and a little, and not the gibibyte that the derivation asks for.
            let pages = try #require(
                try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
                    .split(separator: " ").first.flatMap { UInt($0) })
            let most = pages * UInt(sysconf(Int32(_SC_PAGESIZE))) + 1 << 28
            var limit = rlimit(rlim_cur: most, rlim_max: most)
            setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
            let error = #expect(throws: SecurityError.self) {
                try Argon2id(memory: 1 << 20, iterations: 1, parallelism: 1)
                    .deriveKey(from: passphrase, salt: [UInt8](0..<16))
            }
            #expect(error?.code == .securityMemory)
            #expect(error?.code.status == .tryLater)
        }
    }

    @Test("A salt or key too short for the function is refused with the reason of the library")
    func unusable() {
        let parameters = Argon2id(memory: 64, iterations: 1, parallelism: 1)
        for (salt, count) in [(7, 32), (0, 32), (16, 3)] {
            let error = #expect(throws: SecurityError.self) {
                try parameters.deriveKey(
                    from: SecretBytes([1]), salt: [UInt8](repeating: 0, count: salt), count: count)
            }
            #expect(error?.code == .securityParameters)
            #expect(error?.message.description.contains("too short") == true)
        }
    }
}
