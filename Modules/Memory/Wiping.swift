import CTenonMemory

extension UnsafeMutableRawBufferPointer {
    /// Overwrites the memory with zeros; the optimiser may not leave this out.
    package func wipe() {
        if let baseAddress { tenon_wipe(baseAddress, count) }
    }
}

extension [UInt8] {
    /// Overwrites the bytes with zeros; the optimiser may not leave this out.
    ///
    /// Only this array is wiped, not what it left behind when it grew.
    package mutating func wipe() { withUnsafeMutableBytes { $0.wipe() } }
}

/// Lends memory for secrets, which is wiped before it is given back.
///
/// - Parameters:
///   - count: The size in bytes.
///   - body: Uses the memory, which holds anything at first.
package func withWipedMemory<Result, Failure: Error>(
    _ count: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
) throws(Failure) -> Result {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    defer {
        memory.wipe()
        memory.deallocate()
    }
    return try body(memory)
}
