import Glibc
import Synchronization
import TenonCore

/// The events of `systemd-logind` about this machine and this person's sessions; used by one
/// thread.
///
/// Interfaces `org.freedesktop.login1.Manager` and `.Session`, see org.freedesktop.login1(5).
final class LogindConnection {
    private static let service = "org.freedesktop.login1"
    private static let manager = "org.freedesktop.login1.Manager"
    private static let session = "org.freedesktop.login1.Session"
    private static let properties = "org.freedesktop.DBus.Properties"
    private static let path = "/org/freedesktop/login1"

    private let bus: BusConnection
    private let user: uid_t
    private let reason: (who: String, why: String)
    /// Keeps the machine awake until it is released.
    private var delay: SleepDelay?

    /// Connects, and asks for the signals.
    ///
    /// - Parameters:
    ///   - address: The address of the bus.
    ///   - user: Whose sessions matter.
    ///   - reason: The program that delays the sleep of the machine, and why.
    init?(address: String, user: uid_t, reason: (who: String, why: String)) {
        guard let bus = BusConnection(address: address) else { return nil }
        self.bus = bus
        self.user = user
        self.reason = reason
        let from = "type='signal',sender='\(Self.service)'"
        let rules = [
            "\(from),interface='\(Self.manager)',member='PrepareForSleep',path='\(Self.path)'",
            "\(from),interface='\(Self.session)',member='Lock'",
            "\(from),interface='\(Self.properties)',member='PropertiesChanged',"
                + "path_namespace='\(Self.path)/session'",
        ]
        guard rules.allSatisfy(bus.addMatch) else { return nil }
        delay = makeDelay()
    }

    /// Waits for the next event.
    ///
    /// - Parameter wake: A descriptor that ends the waiting when it can be read.
    /// - Returns: `nil` when the connection is lost, or the waiting was ended.
    func next(orUntil wake: Int32) -> Occurrence? {
        while let message = bus.next(orUntil: wake) {
            if message.isSignal(Self.manager, "PrepareForSleep") {
                if message.bool() == true {
                    defer { delay = nil }
                    return Occurrence(event: .willSleep, delay: delay)
                }
                delay = makeDelay()
            } else if let session = message.path {
                let isLocked =
                    message.isSignal(Self.session, "Lock")
                    || message.isSignal(Self.properties, "PropertiesChanged") && isHinted(session)
                if isLocked, isOurs(session) {
                    return Occurrence(event: .sessionLocked, delay: nil)
                }
            }
        }
        return nil
    }

    /// Whether the desktop says that the screen of a session is locked.
    private func isHinted(_ session: String) -> Bool {
        bus.property(Self.service, session, Self.session, "LockedHint", type: "b")?.bool() == true
    }

    /// Whether a session is one of this user; one that cannot be asked counts, to be careful.
    private func isOurs(_ session: String) -> Bool {
        let owner = bus.property(Self.service, session, Self.session, "User", type: "(uo)")
        return owner?.numberOfPair().map { $0 == user } ?? true
    }

    /// Asks the machine to wait before it sleeps; `nil` when that is not granted.
    private func makeDelay() -> SleepDelay? {
        bus.call(
            Self.service, Self.path, Self.manager, "Inhibit",
            ["sleep", reason.who, reason.why, "delay"])?.descriptor().map(SleepDelay.init)
    }
}

/// An event, and what is held until it has been dealt with.
struct Occurrence: Sendable {
    let event: MachineEvent
    let delay: SleepDelay?
}

/// Keeps the machine awake until it is released: a descriptor that logind waits to see closed.
final class SleepDelay: Sendable {
    private let descriptor: Atomic<Int32>

    init(_ descriptor: Int32) { self.descriptor = Atomic(descriptor) }

    deinit { release() }

    func release() {
        let old = descriptor.exchange(-1, ordering: .relaxed)
        if old >= 0 { close(old) }
    }
}
