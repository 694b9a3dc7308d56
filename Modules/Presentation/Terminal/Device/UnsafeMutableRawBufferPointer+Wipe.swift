import Glibc

extension UnsafeMutableRawBufferPointer {
    /// Overwrites the bytes, which no optimisation leaves out.
    func wipe() {
        if let baseAddress { explicit_bzero(baseAddress, count) }
    }
}
