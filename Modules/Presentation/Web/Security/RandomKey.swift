/// An unguessable random value, as text for addresses, cookies and forms.
///
/// It is compared in constant time.
package struct RandomKey: Sendable {
    /// Letters, digits, `-` and `_`.
    package let text: String

    /// Draws bytes from the operating system's generator.
    ///
    /// - Parameter bits: At least 128 for anything that opens a session.
    package init(bits: Int) {
        var generator = SystemRandomNumberGenerator()
        // The alphabet of RFC 4648, section 5; 6 bits a character.
        let alphabet = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        let characters = (0..<(bits + 5) / 6).map { _ in
            alphabet[Int(UInt8.random(in: 0..<64, using: &generator))]
        }
        text = String(decoding: characters, as: UTF8.self)
    }

    /// Whether a text is this key.
    package func matches(_ candidate: some StringProtocol) -> Bool {
        let own = text.utf8
        let other = candidate.utf8
        guard own.count == other.count else { return false }
        return zip(own, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
