import CZxcvbn
import Glibc
public import TenonCore

/// An estimate of how hard a passphrase is to guess.
public struct PassphraseStrength: Sendable, Equatable {
    /// A word for the estimate, from the worst to the best.
    public enum Level: Int, Sendable, CaseIterable, Comparable {
        case veryWeak, weak, fair, good, strong

        /// Orders from weak to strong.
        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// The binary logarithm of the number of guesses that an attacker who knows people needs.
    public let bits: Double

    /// Makes a strength from its bits.
    public init(bits: Double) {
        self.bits = bits
    }

    /// The level that belongs to the bits.
    ///
    /// Take an attacker with the file and machines that try 10,000 passphrases a second against
    /// `Argon2id.standard`: below 28 bits lasts hours, below 40 bits years, below 54 bits tens of
    /// thousands of years; what follows are margins for better machines and wrong estimates.
    public var level: Level {
        switch bits {
        case ..<28: .veryWeak
        case ..<40: .weak
        case ..<54: .fair
        case ..<68: .good
        default: .strong
        }
    }
}

extension Passphrase {
    /// Estimates how hard a passphrase is to guess, with zxcvbn: words, names, dates, patterns.
    ///
    /// An estimate, and an upper bound: the library's word lists are English, and it knows nothing
    /// about the person. It works on copies in ordinary memory that it releases without wiping.
    public static func strength(of text: SecretText) -> PassphraseStrength {
        // One more byte than the text for the terminator; a zero inside would end the text early.
        let terminated = SecretBytes(count: text.count + 1) { target in
            text.withBytes { target.copyMemory(from: $0) }
            for index in 0..<text.count where target[index] == 0 { target[index] = 1 }
        }
        let bits = terminated.withBytes { bytes in
            ZxcvbnMatch(bytes.bindMemory(to: CChar.self).baseAddress, nil, nil)
        }
        return PassphraseStrength(bits: bits)
    }
}
