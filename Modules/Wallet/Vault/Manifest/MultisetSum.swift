import TenonSecurity

/// A sum of keyed hashes modulo 2²⁵⁶: an incremental hash of a multiset.
///
/// See the module's README for the construction and its argument (Clarke, Devadas, van Dijk, Gassend,
/// Suh, "Incremental Multiset Hash Functions and Their Application to Memory Integrity Checking",
/// ASIACRYPT 2003).
package struct MultisetSum: Equatable, Sendable {
    /// The number of bytes of the stored form.
    package static let byteCount = 32

    private var limbs: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    /// The sum of nothing.
    package init() {}

    /// Takes 32 bytes, little-endian: a stored sum, or one hash to add.
    package init(bytes: UnsafeRawBufferPointer) {
        precondition(bytes.count == Self.byteCount)
        limbs = (
            bytes.loadUnaligned(as: UInt64.self).littleEndian,
            bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self).littleEndian,
            bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self).littleEndian,
            bytes.loadUnaligned(fromByteOffset: 24, as: UInt64.self).littleEndian
        )
    }

    /// A new random summand.
    static func random() -> MultisetSum {
        var sum = MultisetSum()
        withUnsafeMutableBytes(of: &sum.limbs) { $0.fillWithRandomBytes() }
        return sum
    }

    /// The lowest 32 bits.
    var check: UInt32 { UInt32(truncatingIfNeeded: limbs.0) }

    /// The lowest bits that are not all zero: what the root keeps of a bucket's hash for its name.
    var bucketCheck: UInt8 { max(1, UInt8(truncatingIfNeeded: limbs.0)) }

    /// Adds a summand.
    package static func += (left: inout MultisetSum, right: MultisetSum) {
        var carry: UInt64 = 0
        func add(_ a: UInt64, _ b: UInt64) -> UInt64 {
            let (first, one) = a.addingReportingOverflow(b)
            let (second, two) = first.addingReportingOverflow(carry)
            carry = one || two ? 1 : 0
            return second
        }
        left.limbs.0 = add(left.limbs.0, right.limbs.0)
        left.limbs.1 = add(left.limbs.1, right.limbs.1)
        left.limbs.2 = add(left.limbs.2, right.limbs.2)
        left.limbs.3 = add(left.limbs.3, right.limbs.3)
    }

    /// Takes a summand away.
    package static func -= (left: inout MultisetSum, right: MultisetSum) {
        var borrow: UInt64 = 0
        func subtract(_ a: UInt64, _ b: UInt64) -> UInt64 {
            let (first, one) = a.subtractingReportingOverflow(b)
            let (second, two) = first.subtractingReportingOverflow(borrow)
            borrow = one || two ? 1 : 0
            return second
        }
        left.limbs.0 = subtract(left.limbs.0, right.limbs.0)
        left.limbs.1 = subtract(left.limbs.1, right.limbs.1)
        left.limbs.2 = subtract(left.limbs.2, right.limbs.2)
        left.limbs.3 = subtract(left.limbs.3, right.limbs.3)
    }

    /// Compares all bytes.
    package static func == (left: MultisetSum, right: MultisetSum) -> Bool {
        left.limbs == right.limbs
    }

    /// Writes the stored form.
    package func write(to writer: SecretWriter) {
        writer.integer(limbs.0)
        writer.integer(limbs.1)
        writer.integer(limbs.2)
        writer.integer(limbs.3)
    }
}
