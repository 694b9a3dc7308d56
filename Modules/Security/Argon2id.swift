import TenonCore

/// Parameters of Argon2id, the memory-hard function that turns a passphrase into a key.
///
/// RFC 9106, version 0x13, computed by the reference library. Two costs decide how expensive a
/// guess is: memory and passes over it.
public struct Argon2id: Sendable, Equatable, Codable {
    /// Memory in KiB.
    public var memory: Int
    /// Passes over the memory.
    public var iterations: Int
    /// Lanes, each computed by its own thread.
    public var parallelism: Int

    /// The second recommended option of RFC 9106 section 4: 64 MiB, 3 passes, 4 lanes.
    public static let standard = Argon2id(memory: 65_536, iterations: 3, parallelism: 4)
    /// The least that is accepted: OWASP's minimum of 19 MiB, 2 passes, 1 lane.
    public static let floor = Argon2id(memory: 19_456, iterations: 2, parallelism: 1)
    /// The most that is accepted of each: 1 GiB, 64 passes, 64 lanes.
    ///
    /// A forged header must not exhaust the machine; memory times passes ends at ``mostWork``.
    public static let ceiling = Argon2id(memory: 1_048_576, iterations: 64, parallelism: 64)
    /// The most memory times passes that is accepted, in KiB: 4 GiB.
    public static let mostWork = 4_194_304

    /// Makes parameters: memory in KiB, passes over it, lanes.
    public init(memory: Int, iterations: Int, parallelism: Int) {
        self.memory = memory
        self.iterations = iterations
        self.parallelism = parallelism
    }

    /// Checks parameters that come from a file, before any memory is spent on them.
    ///
    /// - Throws: `SecurityError` (`securityParameters`) when any of the three is below `floor` or
    ///   above `ceiling`, or memory times passes is above `mostWork`.
    public func validate() throws {
        try check(\.memory, "KiB of memory", from: Self.floor.memory)
        try check(\.iterations, "iterations", from: Self.floor.iterations)
        try check(\.parallelism, "lanes", from: Self.floor.parallelism)
        try checkWork()
    }

    /// Derives a key; blocks the calling thread for as long as the parameters ask (0.1 s and more).
    ///
    /// Parameters above `ceiling` are refused here as well; the floor is the business of
    /// `validate`, because it is a policy for what protects a vault, not for the function.
    ///
    /// - Parameters:
    ///   - passphrase: Normalised bytes, see `Passphrase.normalized`.
    ///   - salt: At least 8 random bytes, 16 recommended; not secret.
    ///   - count: The length of the key in bytes, at least 4.
    ///   - secret: A key that is stored elsewhere (RFC 9106 calls it K), if there is one.
    ///   - associatedData: Further bytes that the key depends on (X).
    /// - Throws: `SecurityError`: `securityParameters` or `securityMemory`.
    public func deriveKey(
        from passphrase: SecretBytes, salt: [UInt8], count: Int = 32,
        secret: SecretBytes? = nil, associatedData: [UInt8] = []
    ) throws -> SecretBytes {
        try check(\.memory, "KiB of memory", from: 1)
        try check(\.iterations, "iterations", from: 1)
        try check(\.parallelism, "lanes", from: 1)
        try checkWork()
        return try Argon2Function(
            variant: .id, version: .v13, memory: memory, iterations: iterations,
            parallelism: parallelism
        ).deriveKey(
            from: passphrase, salt: salt, count: count, secret: secret,
            associatedData: associatedData)
    }

    /// Comes after the limits of each, so that the product cannot overflow.
    private func checkWork() throws {
        guard memory * iterations > Self.mostWork else { return }
        throw SecurityError(
            .securityParameters,
            """
            Argon2id with \(memory) KiB of memory and \(iterations) iterations is more work than \
            is accepted.
            """,
            remedy: "The file is damaged or was tampered with; restore it from a backup.")
    }

    private func check(
        _ parameter: KeyPath<Argon2id, Int>, _ what: Sentence, from least: Int
    ) throws {
        let value = self[keyPath: parameter]
        guard value < least || value > Self.ceiling[keyPath: parameter] else { return }
        throw SecurityError(
            .securityParameters,
            """
            Argon2id with \(value) \(what) is outside the accepted range \
            (\(least) to \(Self.ceiling[keyPath: parameter])).
            """,
            remedy: "The file is damaged or was tampered with; restore it from a backup.")
    }
}
