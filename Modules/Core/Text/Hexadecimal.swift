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
