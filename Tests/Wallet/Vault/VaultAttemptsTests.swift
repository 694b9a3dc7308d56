import Foundation
import TenonCore
import TenonSecurity
import TestSupport
import Testing
import WalletVault

/// Attempts with passphrases that come at the same time, and slots that were made to learn from them.
@Suite struct VaultAttemptsTests {
    private let fixture = VaultFixture()

    private func failures() throws -> [String] {
        try fixture.raw { try rows("SELECT failures FROM state", $0) }
    }

    private func codes(_ count: Int, _ passphrase: SecretText) async -> [String?] {
        await withTaskGroup(of: String?.self) { group in
            for _ in 0..<count {
                let manager = fixture.manager()
                group.addTask {
                    let deadline = Deadline(after: .seconds(600))
                    while true {
                        let result = await code { try await manager.unlock(passphrase: passphrase) }
                        await manager.lock()
                        // Who waits too long for the file shall try again, and is not counted.
                        guard result == "database.busy", !deadline.hasPassed else {
                            return result
                        }
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test("Of many guesses at the same time ten are evaluated, and each of them counts")
    func parallelGuesses() async throws {
        await (try fixture.created()).lock()
        let codes = await codes(30, SecretText("no"))
        #expect(codes.filter { $0 == "vault.wrong-passphrase" }.count == 10)
        #expect(codes.filter { $0 == "vault.too-many-attempts" }.count == 20)
        #expect(try failures() == ["10"])
    }

    @Test("An attempt counts before it is evaluated, and a right one begins anew")
    func countedFirst() async throws {
        let manager = try await fixture.created()
        #expect(try failures() == ["0"])
        for _ in 0..<3 {
            #expect(
                await code { try await manager.verify(passphrase: SecretText("no")) }
                    == "vault.wrong-passphrase")
        }
        #expect(try failures() == ["3"])
        try await manager.verify(passphrase: VaultFixture.passphrase)
        #expect(try failures() == ["0"])
        // A slot that is refused before its derivation is not an attempt at all.
        await manager.lock()
        try fixture.raw { try $0.execute("UPDATE slot SET memory = 1") }
        #expect(
            await code { try await manager.unlock(passphrase: VaultFixture.passphrase) }
                == "vault.tampered")
        #expect(try failures() == ["0"])
    }

    @Test("Many who open the vault at the same time with the right passphrase all get in")
    func parallelUnlocks() async throws {
        await (try fixture.created()).lock()
        #expect(await codes(14, VaultFixture.passphrase).allSatisfy { $0 == nil })
        #expect(try failures() == ["0"])
    }

    @Test("A slot of another length is refused before any derivation, also with a valid guard")
    func slotLength() async throws {
        let manager = try await fixture.created()
        await manager.lock()
        let before = try fixture.raw { try rows("SELECT hex(sealed) FROM slot", $0) }[0]
        for sealed in [before + "00", before + before, String(before.dropLast(2)), ""] {
            try fixture.raw { try replaceSeal(sealed, $0) }
            let error = await failure {
                try await manager.unlock(passphrase: VaultFixture.passphrase)
            }
            #expect(
                error?.findings
                    == [VaultFinding(problem: .altered, subject: .slot(kind: "passphrase"))])
            #expect(try failures() == ["0"])
        }
        try fixture.raw { try replaceSeal(before, $0) }
        try await manager.unlock(passphrase: VaultFixture.passphrase)
    }
}

/// Puts another seal into the slot, with the guard that belongs to it: anybody can compute it.
private func replaceSeal(_ hex: String, _ connection: any DatabaseConnection) throws {
    var message: [UInt8] = [UInt8(ascii: "s"), 6, 0, 0, 0, 1]
    func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { message += $0 }
    }
    let query = "SELECT id, kind, memory, iterations, parallelism, salt, created FROM slot"
    try connection.query(query, []) { row in
        message += [UInt8](repeating: 0, count: 16) + row.blob(0)
        append(row.integer(6).bigEndian)
        append(UInt32(row.text(1).utf8.count))
        message += Array(row.text(1).utf8)
        for column in 2...4 { append(row.integer(column)) }
        message += row.blob(5)
    }
    var rest = Substring(hex)
    while let byte = UInt8(rest.prefix(2), radix: 16), rest.count >= 2 {
        message.append(byte)
        rest = rest.dropFirst(2)
    }
    let key = HMACSHA256(
        key: SecretBytes(SecretText("wallet vault: a guard against accidents, not attackers")))
    let code = message.withUnsafeBytes { key.authenticationCode(for: $0) }
    try connection.execute(
        "UPDATE slot SET sealed = x'\(hex)', guard = ?", [.blob(Array(code.prefix(16)))])
}
