import Glibc
public import TenonCore

/// Makes random passwords; each one that the settings allow is equally likely.
public struct PasswordGenerator: Sendable, Equatable, Codable {
    /// Kinds of characters.
    public struct Classes: OptionSet, Sendable, Codable {
        /// One bit per kind.
        public let rawValue: Int

        /// `a` to `z`.
        public static let lowercase = Classes(rawValue: 1)
        /// `A` to `Z`.
        public static let uppercase = Classes(rawValue: 2)
        /// `0` to `9`.
        public static let digits = Classes(rawValue: 4)
        /// The 32 ASCII symbols, without the space.
        public static let symbols = Classes(rawValue: 8)
        /// All four kinds.
        public static let all: Classes = [.lowercase, .uppercase, .digits, .symbols]

        /// Makes a set of kinds from its bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }
    }

    /// How long a password may be.
    public static let allowedLengths = 4...256

    /// The number of characters.
    public var length: Int
    /// The kinds of characters to choose from.
    public var classes: Classes
    /// Whether each chosen kind occurs at least once, as many sites demand.
    public var usesEveryClass: Bool
    /// Whether characters that look alike in print (`O0o`, `Il1|`, quotes …) are left out.
    public var avoidsLookAlikes: Bool

    /// Makes a generator; the default is 20 characters of all kinds.
    public init(
        length: Int = 20, classes: Classes = .all, usesEveryClass: Bool = true,
        avoidsLookAlikes: Bool = false
    ) {
        self.length = length
        self.classes = classes
        self.usesEveryClass = usesEveryClass
        self.avoidsLookAlikes = avoidsLookAlikes
    }

    /// The binary logarithm of the number of passwords that these settings can make.
    public var bits: Double {
        let sizes = alphabets.map { Double($0.count) }
        let total = sizes.reduce(0, +)
        guard total > 0, length > 0 else { return 0 }
        guard usesEveryClass else { return Double(length) * log2(total) }
        // Inclusion and exclusion: those that lack none = all − those that lack one + …,
        // as a fraction of all, because the numbers themselves exceed a `Double`.
        var fraction = 0.0
        for lacking in 0..<(1 << sizes.count) {
            let lost = sizes.indices.reduce(0.0) { $0 + (lacking >> $1 & 1 == 1 ? sizes[$1] : 0) }
            let sign = lacking.nonzeroBitCount.isMultiple(of: 2) ? 1.0 : -1.0
            fraction += sign * pow((total - lost) / total, Double(length))
        }
        return fraction > 0 ? Double(length) * log2(total) + log2(fraction) : 0
    }

    /// Makes a password with the kernel's random generator.
    ///
    /// - Throws: `SecurityError` (`securityGenerator`) when no class is chosen or the length is
    ///   outside of `allowedLengths`.
    public func make() throws -> SecretText {
        var generator = SystemRandomNumberGenerator()
        return try make(using: &generator)
    }

    /// Makes a password with a given source of randomness, which must be a secure one.
    ///
    /// - Throws: As `make()`.
    public func make(using generator: inout some RandomNumberGenerator) throws -> SecretText {
        guard Self.allowedLengths.contains(length) else {
            let allowed = Self.allowedLengths
            throw SecurityError(
                .securityGenerator, "A password of \(length) characters cannot be made.",
                remedy: "Choose a length from \(allowed.lowerBound) to \(allowed.upperBound).")
        }
        let alphabets = alphabets
        guard !alphabets.isEmpty else {
            throw SecurityError(
                .securityGenerator, "No kind of character is chosen for the password.",
                remedy: "Choose at least one: lower case, upper case, digits or symbols.")
        }
        let alphabet = Array(alphabets.joined())
        let password = SecretBytes(count: length) { target in
            // Drawing again until every class occurs keeps all allowed passwords equally likely;
            // putting a character of each class somewhere would not.
            repeat {
                for index in target.indices {
                    // The standard library rejects draws that would favour some characters.
                    target[index] = alphabet[Int.random(in: alphabet.indices, using: &generator)]
                }
            } while usesEveryClass && !alphabets.allSatisfy { target.contains(where: $0.contains) }
        }
        return password.withBytes { SecretText(utf8: $0) }
    }

    /// The characters of each chosen class.
    private var alphabets: [[UInt8]] {
        let all: [(Classes, String)] = [
            (.lowercase, "abcdefghijklmnopqrstuvwxyz"),
            (.uppercase, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
            (.digits, "0123456789"),
            (.symbols, "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"),
        ]
        let lookAlikes = "O0oQD Il1|!ij 5S 2Z 8B 6G vVuU `'\".,:; _-~"
        return all.filter { classes.contains($0.0) }.map { _, characters in
            characters.utf8.filter { !avoidsLookAlikes || !lookAlikes.utf8.contains($0) }
        }
    }
}
