import TenonCore

/// Which function of the Argon2 family.
public enum Argon2Variant: Sendable, CaseIterable {
    /// Argon2d, whose memory accesses depend on the secret.
    case d
    /// Argon2id, the recommended one.
    case id
}

/// Which version of Argon2.
public enum Argon2Version: Sendable, CaseIterable {
    /// Version 0x10, of 2015.
    case v10
    /// Version 0x13, that of RFC 9106.
    case v13
}

/// Argon2 as a file of another program asks for it; a vault of ours takes ``Argon2id``.
///
/// There is no floor, since the file is given; the ceiling is higher than that of our own vaults,
/// because other programs let people choose such parameters.
public struct ForeignArgon2: Sendable, Equatable {
    /// The most memory that is accepted, in KiB: 2 GiB.
    static let mostMemory = 2_097_152
    /// The most memory times passes that is accepted, in KiB: 32 GiB, half a minute of work.
    static let mostWork = 33_554_432
    /// The most lanes that are accepted.
    static let mostLanes = 64

    /// The function.
    public let variant: Argon2Variant
    /// Its version.
    public let version: Argon2Version
    /// Memory in KiB.
    public let memory: Int
    /// Passes over the memory.
    public let iterations: Int
    /// Lanes.
    public let parallelism: Int

    /// Takes parameters of a file.
    ///
    /// - Throws: `SecurityError` (`securityParameters`) when they are absurd.
    public init(
        variant: Argon2Variant, version: Argon2Version = .v13, memory: Int, iterations: Int,
        parallelism: Int
    ) throws {
        let isSensible =
            (8...Self.mostMemory).contains(memory) && (1...Self.mostWork).contains(iterations)
            && (1...Self.mostLanes).contains(parallelism) && memory * iterations <= Self.mostWork
        guard isSensible else {
            throw SecurityError(
                .securityParameters,
                """
                Argon2 with \(memory) KiB of memory, \(iterations) iterations and \(parallelism) lanes \
                is not accepted.
                """,
                remedy: "The file is damaged or was tampered with; restore it from a backup.")
        }
        self.variant = variant
        self.version = version
        self.memory = memory
        self.iterations = iterations
        self.parallelism = parallelism
    }

    /// Derives a key; blocks the calling thread.
    ///
    /// - Throws: `SecurityError`: `securityParameters` for a salt below 8 bytes, or `securityMemory`.
    public func deriveKey(
        from secret: SecretBytes, salt: [UInt8], count: Int = 32
    ) throws -> SecretBytes {
        try Argon2Function(
            variant: variant, version: version, memory: memory, iterations: iterations,
            parallelism: parallelism
        ).deriveKey(from: secret, salt: salt, count: count)
    }
}
