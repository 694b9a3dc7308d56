import CSystemdBus
import Foundation
import Synchronization

/// Plays `systemd-logind` on a private bus; everything happens on a thread of its own.
package final class FakeLogind: Sendable {
    private struct State {
        var signals: [Signal] = []
        var lockedHints: Set<String> = []
        /// The ends of the delay locks that are kept here.
        var delays: [Int32] = []
        var isStopped = false
    }

    private enum Signal {
        case prepareForSleep(Bool)
        case lock(String)
        case propertiesChanged(String)
    }

    private static let name = "org.freedesktop.login1"
    /// A session of the user who runs the tests.
    package static let ownSession = "/org/freedesktop/login1/session/own"
    /// A session of somebody else.
    package static let otherSession = "/org/freedesktop/login1/session/other"

    private let state = Mutex(State())
    private let ready = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// Takes the name of the service on a bus.
    package init(on address: String) {
        DispatchQueue(label: "fake-logind").async { self.run(address) }
        ready.wait()
    }

    /// Says that the machine is about to sleep, or woke up.
    package func prepareForSleep(_ isStart: Bool) { add(.prepareForSleep(isStart)) }

    /// Asks for the lock of a session.
    package func lock(_ session: String) { add(.lock(session)) }

    /// Sets what a desktop says of a session.
    package func setLockedHint(_ session: String) {
        state.withLock { _ = $0.lockedHints.insert(session) }
        add(.propertiesChanged(session))
    }

    /// How many delay locks are held by others at this moment.
    package var heldDelays: Int {
        state.withLock { state in
            state.delays.filter { descriptor in
                var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                return poll(&entry, 1, 0) == 0
            }.count
        }
    }

    /// Leaves the bus.
    package func stop() {
        state.withLock { $0.isStopped = true }
        ended.wait()
    }

    private func add(_ signal: Signal) { state.withLock { $0.signals.append(signal) } }

    private func run(_ address: String) {
        defer { ended.signal() }
        var pointer: OpaquePointer?
        sd_bus_new(&pointer)
        guard let bus = pointer else {
            ready.signal()
            return
        }
        defer { sd_bus_flush_close_unref(bus) }
        sd_bus_set_address(bus, address)
        sd_bus_set_bus_client(bus, 1)
        sd_bus_start(bus)
        sd_bus_request_name(bus, Self.name, 0)
        ready.signal()
        while !state.withLock(\.isStopped) {
            for signal in takeSignals() { emit(signal, on: bus) }
            var message: OpaquePointer?
            let result = sd_bus_process(bus, &message)
            guard result >= 0 else { return }
            if let message {
                answer(message, on: bus)
                sd_bus_message_unref(message)
            } else if result == 0 {
                sd_bus_wait(bus, 5000)
            }
        }
    }

    private func takeSignals() -> [Signal] {
        state.withLock { state in
            defer { state.signals = [] }
            return state.signals
        }
    }

    private func emit(_ signal: Signal, on bus: OpaquePointer) {
        var message: OpaquePointer?
        let root = "/org/freedesktop/login1"
        switch signal {
        case .prepareForSleep(let isStart):
            sd_bus_message_new_signal(
                bus, &message, root, "\(Self.name).Manager", "PrepareForSleep")
            var value: Int32 = isStart ? 1 : 0
            sd_bus_message_append_basic(message, Self.type("b"), &value)
        case .lock(let session):
            sd_bus_message_new_signal(bus, &message, session, "\(Self.name).Session", "Lock")
        case .propertiesChanged(let session):
            sd_bus_message_new_signal(
                bus, &message, session, "org.freedesktop.DBus.Properties", "PropertiesChanged")
            sd_bus_message_append_basic(message, Self.type("s"), "\(Self.name).Session")
        }
        sd_bus_send(bus, message, nil)
        sd_bus_message_unref(message)
    }

    private func answer(_ call: OpaquePointer, on bus: OpaquePointer) {
        var reply: OpaquePointer?
        guard sd_bus_message_new_method_return(call, &reply) >= 0, let reply else { return }
        defer { sd_bus_message_unref(reply) }
        if sd_bus_message_is_method_call(call, "\(Self.name).Manager", "Inhibit") > 0 {
            var ends: [Int32] = [-1, -1]
            pipe(&ends)
            sd_bus_message_append_basic(reply, Self.type("h"), &ends[1])
            close(ends[1])
            state.withLock { $0.delays.append(ends[0]) }
        } else if sd_bus_message_is_method_call(
            call, "org.freedesktop.DBus.Properties", "Get") > 0
        {
            let path = sd_bus_message_get_path(call).map { String(cString: $0) } ?? ""
            var text: UnsafePointer<CChar>?
            sd_bus_message_read_basic(call, Self.type("s"), &text)
            sd_bus_message_read_basic(call, Self.type("s"), &text)
            if text.map({ String(cString: $0) }) == "User" {
                appendUser(of: path, to: reply)
            } else {
                var hint: Int32 = state.withLock { $0.lockedHints.contains(path) } ? 1 : 0
                sd_bus_message_open_container(reply, Self.type("v"), "b")
                sd_bus_message_append_basic(reply, Self.type("b"), &hint)
                sd_bus_message_close_container(reply)
            }
        }
        sd_bus_send(bus, reply, nil)
    }

    private func appendUser(of session: String, to reply: OpaquePointer) {
        var user = session == Self.ownSession ? geteuid() : geteuid() + 1
        sd_bus_message_open_container(reply, Self.type("v"), "(uo)")
        sd_bus_message_open_container(reply, Self.type("r"), "uo")
        sd_bus_message_append_basic(reply, Self.type("u"), &user)
        sd_bus_message_append_basic(reply, Self.type("o"), "/org/freedesktop/login1/user/_0")
        sd_bus_message_close_container(reply)
        sd_bus_message_close_container(reply)
    }

    private static func type(_ letter: Unicode.Scalar) -> CChar {
        CChar(truncatingIfNeeded: letter.value)
    }
}
