extension Simulation {
    /// What a simulation came to.
    package struct Outcome: Sendable, Equatable {
        /// How many devices there were.
        package var devices = 0
        /// How many steps were made.
        package var steps = 0
        /// How many values were acknowledged, and found again everywhere.
        package var values = 0
        /// How often commits of others were applied.
        package var applied = 0
        /// How many lies were told, and named if that has to be.
        package var lies = 0
        /// How often a process ended while it wrote.
        package var crashes = 0
        /// How many items had conflicts at some time at the end of an exchange.
        package var conflicts = 0
        /// How often a device was taken out.
        package var dismissals = 0
        /// How often an exchange ended with another snapshot than before.
        package var snapshots = 0
        /// Of how many deleted items a device knew nothing else at the end.
        package var erased = 0
        /// How many items had as many former values at the end as are kept, on all devices together.
        package var full = 0
        /// How many bytes were kept between the devices at the end.
        package var bytes = 0
        /// What is not as it has to be.
        package var failures: [String] = []

        /// Nothing yet.
        package init() {}

        /// Adds those of another simulation.
        package static func += (left: inout Outcome, right: Outcome) {
            left.devices += right.devices
            left.steps += right.steps
            left.values += right.values
            left.applied += right.applied
            left.lies += right.lies
            left.crashes += right.crashes
            left.conflicts += right.conflicts
            left.dismissals += right.dismissals
            left.snapshots += right.snapshots
            left.erased += right.erased
            left.full += right.full
            left.bytes += right.bytes
            left.failures += right.failures
        }
    }
}
