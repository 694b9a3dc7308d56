import TenonCore
import Testing

@testable import TenonSystem  // Other modules see the ports only.

@Suite struct ClipboardFingerprintTests {
    @Test("it recognises the text that it was made from and no other")
    func matches() {
        let fingerprint = ClipboardFingerprint(of: SecretText("correct horse"))
        #expect(fingerprint.matches(SecretText("correct horse")))
        for other in ["", "correct hors", "correct horse ", "Correct horse"] {
            #expect(!fingerprint.matches(SecretText(other)))
        }
    }

    @Test("fingerprints of equal texts differ, so that they do not show that they are equal")
    func salted() {
        let texts = (0..<2).map { _ in "\(ClipboardFingerprint(of: SecretText("same")))" }
        #expect(texts[0] != texts[1])
    }
}
