/// A QR code (ISO/IEC 18004): a square of dark and light modules that a camera reads.
///
/// It tells as much as the text that it was made from, so that the code of a secret is a secret.
public struct QRCode: Sendable, Equatable {
    /// How many light modules there are to be on each side of the square.
    public static let quietZone = 4

    /// How many modules are on a side of the square, without the quiet zone.
    public let size: Int

    private let dark: [Bool]

    /// Makes a code of its modules, row by row from the top; `nil` when they are no square.
    public init?(dark: [Bool]) {
        var size = 0
        while size * size < dark.count { size += 1 }
        guard size > 0, size * size == dark.count else { return nil }
        self.size = size
        self.dark = dark
    }

    /// Whether a module is dark, counted from the upper left one; all beyond the square are light.
    public func isDark(column: Int, row: Int) -> Bool {
        let sides = 0..<size
        return sides.contains(column) && sides.contains(row) && dark[row * size + column]
    }
}

/// Makes QR codes.
public protocol QRCodeMaking: Sendable {
    /// Makes the code of a text; `nil` when it is empty or too long.
    ///
    /// At least the medium level of error correction, at which a code has room for 2,331 bytes.
    func code(of text: SecretText) -> QRCode?
}

extension AnyPort {
    /// QR codes; where nothing provides them, front ends show the text instead.
    public static let qrCodes = OptionalPort<any QRCodeMaking>(
        "qrCodes", providers: ["TenonQRCode"])
}
