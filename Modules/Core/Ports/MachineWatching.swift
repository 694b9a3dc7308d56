/// What happens to the machine or to the person's session on it.
public enum MachineEvent: Sendable, Equatable {
    /// The machine is about to sleep.
    case willSleep
    /// The person's session, or its screen, was locked.
    case sessionLocked
}

/// Watches the machine and the person's session on it.
public protocol MachineWatching: Sendable {
    /// Calls back for each event until the task is cancelled.
    ///
    /// The machine sleeps only after the callback has returned, or after a time limit of its own.
    /// While something cannot be watched, the call waits; it does not throw.
    func watch(_ handle: @escaping @Sendable (MachineEvent) async -> Void) async
}

extension AnyPort {
    /// Sleep of the machine, and locking of the session.
    public static let machineEvents = OptionalPort<any MachineWatching>(
        "machineEvents", providers: ["TenonDBus"])
}
