import Foundation
import LogindTestSupport
import Synchronization
import TenonCore
import TenonDBus
import TestSupport
import Testing

@Suite("LogindWatch", .serialized)
struct LogindWatchTests {
    private let bus: PrivateBus
    private let logind: FakeLogind
    private let events = EventLog()

    init() throws {
        bus = try PrivateBus()
        logind = FakeLogind(on: bus.address)
    }

    private func watching(
        _ handle: @escaping @Sendable (MachineEvent) async -> Void = { _ in },
        _ body: () async throws -> Void
    ) async throws {
        let task = Task { [address = bus.address, events] in
            await LogindWatch(address: address, application: "Tests").watch { event in
                await handle(event)
                events.add(event)
            }
        }
        try await until { logind.heldDelays == 1 }
        try await body()
        task.cancel()
        await task.value
        logind.stop()
    }

    @Test("tells that the machine is about to sleep, and delays that until the callback returned")
    func sleep() async throws {
        let gate = Gate()
        try await watching({ _ in await gate.pass() }) {
            logind.prepareForSleep(true)
            try await until { gate.isReached }
            #expect(logind.heldDelays == 1)
            gate.open()
            try await until { logind.heldDelays == 0 }
            #expect(events.all == [.willSleep])

            logind.prepareForSleep(false)
            try await until { logind.heldDelays == 1 }
            #expect(events.all == [.willSleep])
        }
    }

    @Test("tells that a session of this user was locked, and not that of another was")
    func lock() async throws {
        try await watching {
            logind.lock(FakeLogind.otherSession)
            logind.lock(FakeLogind.ownSession)
            try await until { !events.all.isEmpty }
            logind.prepareForSleep(true)
            try await until { events.all.count > 1 }
            #expect(events.all == [.sessionLocked, .willSleep])
        }
    }

    @Test("takes the hint of a desktop that has locked the screen")
    func hint() async throws {
        try await watching {
            logind.setLockedHint(FakeLogind.otherSession)
            logind.setLockedHint(FakeLogind.ownSession)
            try await until { !events.all.isEmpty }
            #expect(events.all == [.sessionLocked])
        }
    }

    @Test("releases its delay when it is cancelled")
    func cancellation() async throws {
        try await watching {}
        // The thread of the connection lets go of it by itself, a moment after the watch has returned.
        try await until { logind.heldDelays == 0 }
    }

    @Test("returns when it is cancelled, also without a bus")
    func noBus() async {
        let task = Task {
            await LogindWatch(address: "unix:path=/nonexistent", application: "Tests")
                .watch { _ in }
        }
        task.cancel()
        await task.value
    }

    @Test("connects again after the bus was away")
    func reconnection() async throws {
        let address = bus.address
        let task = Task { [events] in
            await LogindWatch(address: address, application: "Tests").watch { events.add($0) }
        }
        defer { task.cancel() }
        try await until { logind.heldDelays == 1 }
        logind.stop()
        bus.stop()
        let second = try PrivateBus(at: address)
        let successor = FakeLogind(on: second.address)
        try await until { successor.heldDelays == 1 }
        successor.lock(FakeLogind.ownSession)
        try await until { !events.all.isEmpty }
        #expect(events.all == [.sessionLocked])
        successor.stop()
    }
}

/// What was told, in order.
private final class EventLog: Sendable {
    private let events = Mutex<[MachineEvent]>([])

    var all: [MachineEvent] { events.withLock { $0 } }

    func add(_ event: MachineEvent) { events.withLock { $0.append(event) } }
}

/// Holds whoever passes until it is opened.
private final class Gate: Sendable {
    private let state = Mutex((isReached: false, isOpen: false))

    var isReached: Bool { state.withLock(\.isReached) }

    func open() { state.withLock { $0.isOpen = true } }

    func pass() async {
        state.withLock { $0.isReached = true }
        try? await until("an open gate") { state.withLock(\.isOpen) }
    }
}
