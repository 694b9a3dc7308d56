package import TenonSecurity

/// Finds the cost of Argon2id that takes about a wanted time on this machine.
///
/// More memory first, since memory makes guessing expensive on other hardware; then more passes. It
/// never goes below the standard of the vault, however slow the machine is.
package struct KeyDerivationTuner {
    /// What was found.
    package struct Result: Sendable, Equatable {
        /// The cost.
        package let cost: Argon2id
        /// How long one derivation takes.
        package let duration: Duration
    }

    private let wanted: Duration
    private let mostMemory: Int
    private let measure: (Argon2id) throws -> Duration

    /// Makes a tuner that measures the reference library on this machine.
    ///
    /// - Parameters:
    ///   - wanted: How long unlocking should take.
    ///   - mostMemory: How much memory a derivation may take, in KiB.
    package init(wanted: Duration, mostMemory: Int) {
        self.init(wanted: wanted, mostMemory: mostMemory) { cost in
            let secret = SecretBytes.random(count: 32)
            let salt = [UInt8](repeating: 7, count: 16)
            return try ContinuousClock().measure {
                _ = try cost.deriveKey(from: secret, salt: salt, count: 32)
            }
        }
    }

    init(wanted: Duration, mostMemory: Int, measure: @escaping (Argon2id) throws -> Duration) {
        self.wanted = wanted
        self.mostMemory = max(
            Argon2id.standard.memory, min(mostMemory, Argon2id.ceiling.memory))
        self.measure = measure
    }

    /// Measures and searches; takes a few times the wanted time.
    ///
    /// - Parameter progress: Gets what is measured next.
    /// - Throws: `SecurityError` when there is not enough memory even for the standard.
    package func search(_ progress: (Argon2id) -> Void = { _ in }) throws -> Result {
        var cost = Argon2id.standard
        progress(cost)
        // The first derivation also pays for memory that the system has to find.
        _ = try measure(cost)
        var duration = try measure(cost)
        for _ in 0..<3 {
            let factor = wanted / max(duration, .milliseconds(1))
            guard factor < 0.85 || factor > 1.2 else { break }
            let next = scaled(cost, by: factor)
            guard next != cost else { break }
            progress(next)
            guard let taken = try? measure(next) else { break }
            (cost, duration) = (next, taken)
        }
        return Result(cost: cost, duration: duration)
    }

    private func scaled(_ cost: Argon2id, by factor: Double) -> Argon2id {
        let standard = Argon2id.standard
        let work = min(
            Double(cost.memory * cost.iterations) * factor, Double(Argon2id.mostWork))
        var next = standard
        // Whole MiB; the rest of the cost goes to passes.
        let memory = Int(work / Double(standard.iterations)) / 1024 * 1024
        next.memory = max(standard.memory, min(memory, mostMemory))
        let passes = Int((work / Double(next.memory)).rounded())
        let mostPasses = min(Argon2id.ceiling.iterations, Argon2id.mostWork / next.memory)
        next.iterations = max(standard.iterations, min(passes, mostPasses))
        return next
    }
}
