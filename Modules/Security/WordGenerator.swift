import Glibc
public import TenonCore

/// Makes passphrases of random words; each one that the settings allow is equally likely.
public struct WordGenerator: Sendable, Equatable, Codable {
    /// Which letters are capitals; it changes how a passphrase looks, not how hard it is to guess.
    public enum Capitals: String, Sendable, CaseIterable, Codable {
        /// `correct horse`
        case none
        /// `Correct Horse`
        case first
        /// `CORRECT HORSE`
        case all
    }

    /// How many words a passphrase may have.
    public static let allowedCounts = 2...32
    /// How many bytes may stand between two words.
    static let allowedSeparatorSizes = 0...8

    /// The number of words.
    public var count: Int
    /// What stands between the words: anything but letters and digits, or nothing.
    public var separator: String
    /// Which letters are capitals.
    public var capitals: Capitals
    /// Whether a random digit follows one of the words, as many sites demand.
    public var addsDigit: Bool

    /// Makes a generator; the default is six words in lower case, with hyphens between them.
    public init(
        count: Int = 6, separator: String = "-", capitals: Capitals = .none, addsDigit: Bool = false
    ) {
        self.count = count
        self.separator = separator
        self.capitals = capitals
        self.addsDigit = addsDigit
    }

    /// The binary logarithm of the number of passphrases that these settings can make from a list.
    public func bits(with list: WordList) -> Double {
        guard list.count > 0, count > 0 else { return 0 }
        let words = Double(count) * log2(Double(list.count))
        return addsDigit ? words + log2(10 * Double(count)) : words
    }

    /// Makes a passphrase with the kernel's random generator.
    ///
    /// - Throws: `SecurityError` (`securityGenerator`) when the number of words or the separator is
    ///   not allowed.
    public func make(from list: WordList) throws -> SecretText {
        var generator = SystemRandomNumberGenerator()
        return try make(from: list, using: &generator)
    }

    /// Makes a passphrase with a given source of randomness, which must be a secure one.
    ///
    /// - Throws: As `make(from:)`.
    public func make(
        from list: WordList, using generator: inout some RandomNumberGenerator
    ) throws -> SecretText {
        try check(list)
        let digitPlace = addsDigit ? Int.random(in: 0..<count, using: &generator) : nil
        var length = 0
        let room = count * (list.longest + separator.utf8.count) + 1
        let passphrase = SecretBytes(count: room) { target in
            func append(_ byte: UInt8) {
                target[length] = byte
                length += 1
            }
            for place in 0..<count {
                if place > 0 { separator.utf8.forEach(append) }
                // The standard library rejects draws that would favour some words.
                let word = list[Int.random(in: 0..<list.count, using: &generator)]
                for (index, byte) in word.enumerated() {
                    append(isCapital(index) ? Self.capital(byte) : byte)
                }
                if place == digitPlace {
                    append(UInt8(ascii: "0") + UInt8.random(in: 0..<10, using: &generator))
                }
            }
        }
        return passphrase.withBytes { bytes in
            SecretText(utf8: UnsafeRawBufferPointer(rebasing: bytes[..<length]))
        }
    }

    private func check(_ list: WordList) throws {
        let counts = Self.allowedCounts
        guard counts.contains(count) else {
            throw SecurityError(
                .securityGenerator, "A passphrase of \(count) words cannot be made.",
                remedy: "Choose \(counts.lowerBound) to \(counts.upperBound) words.")
        }
        // A letter or a digit could be read as part of a word.
        guard Self.allowedSeparatorSizes.contains(separator.utf8.count),
            !separator.contains(where: { $0.isLetter || $0.isNumber })
        else {
            throw SecurityError(
                .securityGenerator, "These characters cannot stand between words.",
                remedy: "Choose up to 8 signs, such as a hyphen, a full stop or a space.")
        }
        guard list.count > 1 else {
            throw SecurityError(
                .securityGenerator, "There are no words to choose from.",
                remedy: "Choose another list of words.")
        }
    }

    private func isCapital(_ index: Int) -> Bool {
        switch capitals {
        case .none: false
        case .first: index == 0
        case .all: true
        }
    }

    private static func capital(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 0x20 : byte
    }
}
