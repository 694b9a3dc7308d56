import Foundation
import TenonCore
import TestSupport
import Testing

@testable import WalletCredentials  // Other modules see the protocol only.

/// The reader of JSON, by way of the one message that is read from it alone, beside Foundation's.
@Suite struct DockerInputTests {
    private static let alphabet = Array(
        "{}[]\",:\\/ubfnrt0123456789abcdefD8 \n\teE+-.ruls\u{7f}".utf8)

    private static let start =
        #"{"ServerURL":"a.test","Username":"\u00e9\ud83d\ude00","Secret":"p\"\\\/\b\f\n\r\t","n":[1,-2.5e+3,true,false,null,{"a":{}}]}"#

    /// What Foundation reads: the three texts of an object, or nothing.
    private func expected(_ bytes: [UInt8]) -> [String]? {
        guard let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        else { return nil }
        return ["ServerURL", "Username", "Secret"].map { object[$0] as? String ?? "" }
    }

    @Test("Thousands of almost right documents are read as Foundation reads them")
    func mutations() throws {
        var generator = SeededGenerator(seed: 7)
        var (accepted, refused) = (0, 0)
        for _ in 0..<20_000 {
            var bytes = Array(Self.start.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: bytes.indices, using: &generator)
                let byte = Self.alphabet.randomElement(using: &generator) ?? 0
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = byte
                case 1: bytes.insert(byte, at: place)
                default: bytes.remove(at: place)
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            // A comma at the end is all that Foundation forgives.
            if text.contains(/,\s*[}\]]/) { continue }
            let account = Result { try DockerAccount(SecretText(utf8: bytes)) }
            guard let expected = expected(bytes) else {
                refused += 1
                let error = #expect(throws: CredentialError.self, "\(text)") { try account.get() }
                #expect(error?.code == .credentialInput)
                continue
            }
            guard !expected[0].isEmpty, !expected[1].isEmpty else {
                #expect(throws: DockerRefusal.self, "\(text)") { try account.get() }
                continue
            }
            // Some of the mutations make a host that cannot be.
            if expected[0] != "a.test", case .failure(let error) = account {
                #expect((error as? CredentialError)?.code == .credentialHost, "\(text)")
                continue
            }
            accepted += 1
            let found = try account.get()
            #expect([found.server, found.userName, found.secret.reveal()] == expected, "\(text)")
        }
        #expect(accepted > 1_000 && refused > 1_000)
    }
}
