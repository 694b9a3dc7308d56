import TenonSecurity

/// A sum of keyed hashes modulo 2²⁵⁶: an incremental hash of a multiset.
///
/// See the module's README for the construction and its argument (Clarke, Devadas, van Dijk, Gassend,
/// Suh, "Incremental Multiset Hash Functions and Their Application to Memory Integrity Checking",
/// ASIACRYPT 2003).
package struct MultisetSum: Equatable, Sendable {
    /// The number of bytes of the stored form.
    static let byteCount = 32

    private var limbs: (low: UInt128, high: UInt128) = (0, 0)

    /// The sum of nothing.
    package init() {}

    /// Takes 32 bytes, little-endian: a stored sum, or one hash to add.
    package init(bytes: UnsafeRawBufferPointer) {
        precondition(bytes.count == Self.byteCount)
        limbs = (
            bytes.loadUnaligned(as: UInt128.self).littleEndian,
            bytes.loadUnaligned(fromByteOffset: 16, as: UInt128.self).littleEndian
        )
    }

    /// A new random summand.
    static func random() -> MultisetSum {
        var sum = MultisetSum()
        withUnsafeMutableBytes(of: &sum.limbs) { $0.fillWithRandomBytes() }
        return sum
    }

    /// The lowest 32 bits.
    var check: UInt32 { UInt32(truncatingIfNeeded: limbs.low) }

    /// The lowest bits that are not all zero: what the root keeps of a bucket's hash for its name.
    var bucketCheck: UInt8 { max(1, UInt8(truncatingIfNeeded: limbs.low)) }

    /// Adds a summand.
    package static func += (left: inout MultisetSum, right: MultisetSum) {
        let (low, carries) = left.limbs.low.addingReportingOverflow(right.limbs.low)
        left.limbs = (low, left.limbs.high &+ right.limbs.high &+ (carries ? 1 : 0))
    }

    /// Takes a summand away.
    package static func -= (left: inout MultisetSum, right: MultisetSum) {
        let (low, borrows) = left.limbs.low.subtractingReportingOverflow(right.limbs.low)
        left.limbs = (low, left.limbs.high &- right.limbs.high &- (borrows ? 1 : 0))
    }

    /// Compares all bytes.
    package static func == (left: MultisetSum, right: MultisetSum) -> Bool {
        left.limbs == right.limbs
    }

    /// Writes the stored form.
    package func write(to writer: SecretWriter) {
        writer.integer(limbs.low)
        writer.integer(limbs.high)
    }
}
