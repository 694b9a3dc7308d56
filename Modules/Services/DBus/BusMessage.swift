import CSystemdBus
import Glibc

/// A message of a bus.
///
/// Its values are read one after the other, by one thread.
final class BusMessage {
    let pointer: OpaquePointer

    /// Takes over a reference.
    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { sd_bus_message_unref(pointer) }

    /// A method call that takes texts; `nil` when a name is malformed.
    static func call(
        on bus: OpaquePointer, _ destination: String, _ path: String, _ interface: String,
        _ method: String, _ arguments: [String]
    ) -> BusMessage? {
        var pointer: OpaquePointer?
        guard
            sd_bus_message_new_method_call(bus, &pointer, destination, path, interface, method)
                >= 0, let pointer
        else { return nil }
        let message = BusMessage(pointer)
        for argument in arguments {
            guard sd_bus_message_append_basic(pointer, Self.text, argument) >= 0 else {
                return nil
            }
        }
        return message
    }

    /// The path of the object that it comes from.
    var path: String? { sd_bus_message_get_path(pointer).map { String(cString: $0) } }

    /// Whether it is a certain signal.
    func isSignal(_ interface: String, _ name: String) -> Bool {
        sd_bus_message_is_signal(pointer, interface, name) > 0
    }

    /// The next value, a truth value.
    func bool() -> Bool? {
        var value: Int32 = 0
        return sd_bus_message_read_basic(pointer, Self.bool, &value) > 0 ? value != 0 : nil
    }

    /// The first number of the next value, a structure of a number and a path.
    func numberOfPair() -> UInt32? {
        var value: UInt32 = 0
        guard sd_bus_message_enter_container(pointer, Self.structure, "uo") > 0,
            sd_bus_message_read_basic(pointer, Self.number, &value) > 0
        else { return nil }
        return value
    }

    /// The next value, a descriptor, as a copy that the caller closes.
    func descriptor() -> Int32? {
        var value: Int32 = -1
        guard sd_bus_message_read_basic(pointer, Self.handle, &value) > 0 else { return nil }
        let copy = fcntl(value, F_DUPFD_CLOEXEC, 3)
        return copy >= 0 ? copy : nil
    }

    private static let text = CChar(UInt8(ascii: "s"))
    private static let bool = CChar(UInt8(ascii: "b"))
    private static let number = CChar(UInt8(ascii: "u"))
    private static let handle = CChar(UInt8(ascii: "h"))
    private static let structure = CChar(UInt8(ascii: "r"))
}
