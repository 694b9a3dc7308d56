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
