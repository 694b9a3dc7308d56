extension VaultSimulation {
    /// What a simulation came to.
    package struct Outcome: Sendable, Equatable {
        /// How many steps were made.
        package var steps = 0
        /// How many exchanges were tried.
        package var exchanges = 0
        /// How many values were acknowledged and sent, and found again.
        package var values = 0
        /// How many files were fetched, and are what was attached.
        package var files = 0
        /// Of how many files something else was given, or nothing, and named so.
        package var lies = 0
        /// How often a process ended while it wrote.
        package var crashes = 0
        /// How often an older copy took the place of a vault.
        package var restores = 0
        /// Of how many deleted items nothing else was known at the end.
        package var erased = 0
        /// How often a vault was given another key, or another passphrase.
        package var keys = 0
        /// How many items had conflicts at the end.
        package var conflicts = 0
        /// How many items had as many former values at the end as are kept.
        package var full = 0
        /// What is not as it has to be.
        package var failures: [String] = []

        /// Nothing yet.
        package init() {}

        /// Adds those of another simulation.
        package static func += (left: inout Outcome, right: Outcome) {
            left.steps += right.steps
            left.exchanges += right.exchanges
            left.values += right.values
            left.files += right.files
            left.lies += right.lies
            left.crashes += right.crashes
            left.restores += right.restores
            left.erased += right.erased
            left.keys += right.keys
            left.conflicts += right.conflicts
            left.full += right.full
            left.failures += right.failures
        }
    }
}
