import Glibc

extension UnsafeMutableRawBufferPointer {
    /// Fills the memory with random bytes of the kernel's generator (`getrandom(2)`), in one call for
    /// every 256 bytes.
    package func fillWithRandomBytes() {
        var rest = self[...]
        while !rest.isEmpty {
            let part = UnsafeMutableRawBufferPointer(rebasing: rest.prefix(256))
            if getentropy(part.baseAddress, part.count) != 0 {
                // A kernel that has no such call; this one ends the process rather than guess.
                var generator = SystemRandomNumberGenerator()
                for index in part.indices { part[index] = generator.next() }
            }
            rest = rest.dropFirst(part.count)
        }
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
