extension FixedWidthInteger where Self: UnsignedInteger {
    /// The number in hexadecimal, with zeros in front; two digits for each byte unless told otherwise.
    package func hexadecimal(digits count: Int = bitWidth / 4, uppercase: Bool = false) -> String {
        let digits = String(self, radix: 16, uppercase: uppercase)
        return String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
    }
}

extension Sequence<UInt8> {
    /// The bytes in hexadecimal, two digits each.
    package func hexadecimal(uppercase: Bool = false) -> String {
        map { $0.hexadecimal(uppercase: uppercase) }.joined()
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit in ASCII, in either case; `nil` for any other character.
    package var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
