import Glibc

extension UnsafeMutableRawBufferPointer {
    /// Overwrites the memory with zeros; the optimiser may not leave this out.
    func wipe() {
        if let baseAddress { explicit_bzero(baseAddress, count) }
    }
}

extension UnsafeRawBufferPointer {
    /// Compares all bytes whatever the first difference; only the lengths show in the time.
    @inline(never)
    func isEqualInConstantTime(to other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        var difference: UInt8 = 0
        for index in indices { difference |= self[index] ^ other[index] }
        return difference == 0
    }
}
