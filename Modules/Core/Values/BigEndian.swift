extension FixedWidthInteger {
    /// Puts a number together from its bytes, the highest first.
    ///
    /// - Parameter bytes: At most as many as the type has.
    package init(bigEndianBytes bytes: some Sequence<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
    }

    /// The bytes of the number, the highest first.
    package var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
