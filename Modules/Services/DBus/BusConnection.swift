import CSystemdBus
import Glibc
import TenonMemory

/// A connection to a message bus, with the few calls that are made here; used by one thread.
///
/// Every number that the library returns is negative when something failed; a caller here only
/// needs to know that, so that failures are `nil`.
final class BusConnection {
    private let bus: OpaquePointer
    /// How long an answer may take, in microseconds.
    private static let patience = 5_000_000 * UInt64(Patience.factor)

    /// Connects to the bus at an address such as `unix:path=/run/dbus/system_bus_socket`.
    init?(address: String) {
        var bus: OpaquePointer?
        guard sd_bus_new(&bus) >= 0, let bus else { return nil }
        self.bus = bus
        guard sd_bus_set_address(bus, address) >= 0, sd_bus_set_bus_client(bus, 1) >= 0,
            sd_bus_start(bus) >= 0
        else { return nil }
        sd_bus_set_method_call_timeout(bus, Self.patience)
    }

    deinit { sd_bus_flush_close_unref(bus) }

    /// Asks the bus for the signals that a rule describes.
    ///
    /// - Returns: Whether the bus agreed.
    func addMatch(_ rule: String) -> Bool {
        let message = BusMessage.call(
            on: bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
            "AddMatch", [rule])
        return message.flatMap { call($0) } != nil
    }

    /// Calls a method that takes texts.
    func call(
        _ destination: String, _ path: String, _ interface: String, _ method: String,
        _ arguments: [String]
    ) -> BusMessage? {
        BusMessage.call(on: bus, destination, path, interface, method, arguments)
            .flatMap { call($0) }
    }

    /// A property of the object at a path, of the type that a signature describes.
    func property(
        _ destination: String, _ path: String, _ interface: String, _ name: String,
        type: String
    ) -> BusMessage? {
        var reply: OpaquePointer?
        guard sd_bus_get_property(bus, destination, path, interface, name, nil, &reply, type) >= 0
        else { return nil }
        return reply.map(BusMessage.init)
    }

    /// Waits for the next message that is not an answer to a call.
    ///
    /// - Parameter wake: A descriptor that ends the waiting when it can be read.
    /// - Returns: `nil` when the connection is lost, or the waiting was ended.
    func next(orUntil wake: Int32) -> BusMessage? {
        while true {
            var message: OpaquePointer?
            let result = sd_bus_process(bus, &message)
            guard result >= 0 else { return nil }
            if let message { return BusMessage(message) }
            if result > 0 { continue }
            guard wait(orUntil: wake) else { return nil }
        }
    }

    private func wait(orUntil wake: Int32) -> Bool {
        let events = sd_bus_get_events(bus)
        guard events >= 0 else { return false }
        var entries = [
            pollfd(fd: sd_bus_get_fd(bus), events: Int16(truncatingIfNeeded: events), revents: 0),
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        ]
        let result = poll(&entries, 2, -1)
        return (result >= 0 || errno == EINTR) && entries[1].revents == 0
    }

    private func call(_ message: BusMessage) -> BusMessage? {
        var reply: OpaquePointer?
        guard sd_bus_call(bus, message.pointer, 0, nil, &reply) >= 0 else { return nil }
        return reply.map(BusMessage.init)
    }
}
