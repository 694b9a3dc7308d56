import TenonMemory

extension SecretBuffer {
    /// The bytes in ordinary memory.
    var array: [UInt8] { withBytes { Array($0) } }
}
