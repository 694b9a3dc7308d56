import Dispatch
import Glibc
import Synchronization
import WalletAgentLink

/// Accepts clients, and serves each on its own.
///
/// A client takes a thread only while it is served. One thread, the door, waits for all the others,
/// and never for anything that a client does.
final class AgentServer: Sendable {
    private struct State {
        var guests: [Int: Guest] = [:]
        var nextID = 0
        /// The connections that wait for a thread, the first one first.
        var line: [Int] = []
        /// How many threads are at work.
        var busy = 0
        var isStopped = false
    }

    /// How often the door checks idle clients, in milliseconds.
    private static let pause: Int32 = 250
    /// How many clients are accepted before the connected ones are checked for input.
    private static let group = 64

    private let listener: AgentListener
    private let limits: AgentLimits
    private let maker: any ConversationMaking
    private let door = Door()
    private let state = Mutex(State())

    /// Makes a server that does not accept yet.
    init(_ listener: AgentListener, limits: AgentLimits, maker: any ConversationMaking) {
        self.listener = listener
        self.limits = limits
        self.maker = maker
    }

    /// How many clients are connected.
    var count: Int { state.withLock(\.guests.count) }

    /// Accepts clients until ``stop()``, then waits a moment for their connections to end.
    func run() async {
        let (ended, continuation) = AsyncStream.makeStream(of: Never.self)
        DispatchQueue(label: "wallet.agent.door").async {
            self.attend()
            continuation.finish()
        }
        for await _ in ended {}
        // Long work, such as a question to a person, no longer has a client to answer.
        for _ in 0..<40 where count > 0 { try? await Task.sleep(for: .milliseconds(5)) }
    }

    /// Stops accepting clients and ends all connections.
    func stop() {
        let guests = state.withLock { state in
            state.isStopped = true
            return state.guests
        }
        listener.close()
        for (id, guest) in guests {
            guest.task?.cancel()
            guest.connection.interrupt()
            if guest.parkedTime(0) != nil { leave(id) }
        }
        door.knock()
    }

    // MARK: - At the door

    private func attend() {
        var lookedAfter = FrameSocket.now()
        while true {
            let (ids, descriptors, isStopped) = state.withLock { state in
                let parked = state.guests.filter { $0.value.parkedTime(0) != nil }
                return (
                    Array(parked.keys), parked.values.map(\.connection.descriptor), state.isStopped
                )
            }
            if isStopped { return }
            let (ready, hasVisitor) = door.wait(
                for: descriptors, or: hasRoom ? listener.descriptor : nil, within: Self.pause)
            for place in ready { serve(ids[place]) }
            if hasVisitor { admit() }
            let now = FrameSocket.now()
            if now - lookedAfter >= Self.pause {
                lookedAfter = now
                lookAfterGuests(now)
                if !listener.isReachable(), !isStopped {
                    AgentLog.note("the socket is gone, and cannot be made again")
                    stop()
                }
            }
        }
    }

    /// Whether one more client can be accepted, if necessary in place of another one.
    private var hasRoom: Bool {
        let now = FrameSocket.now()
        return state.withLock { state in
            state.guests.count < limits.connections
                || state.guests.values.contains { $0.dismissibleTime(now, limits) != nil }
        }
    }

    /// Takes the clients that have come, as long as there is room.
    ///
    /// Not all of them at once: if they came faster than they can be accepted, the accepted ones
    /// would never be served.
    private func admit() {
        // Computed once, since it examines every guest.
        lazy var idlest = dismissibleGuests()
        for _ in 0..<Self.group {
            guard count < limits.connections || !idlest.isEmpty, let socket = listener.next()
            else { return }
            guard socket.peer == geteuid() else { continue }
            while count >= limits.connections, let id = idlest.popLast() {
                if leave(id, isDismissed: true) { break }
            }
            let connection = ClientConnection(socket, limits: limits, maker: maker)
            state.withLock { state in
                guard !state.isStopped else { return }
                state.guests[state.nextID] = Guest(
                    connection: connection, place: .parked(since: FrameSocket.now()))
                state.nextID += 1
            }
        }
    }

    /// The connections that may be closed without loss; last the one that was idle the longest.
    private func dismissibleGuests() -> [Int] {
        let now = FrameSocket.now()
        let guests = state.withLock { state in
            state.guests.compactMap { id, guest in
                guest.dismissibleTime(now, limits).map { (id: id, time: $0) }
            }
        }
        return guests.sorted { $0.time < $1.time }.map(\.id)
    }

    /// Ends connections that do nothing for too long, and gives signs of life to clients that wait.
    private func lookAfterGuests(_ now: Int64) {
        let (overdue, patient) = state.withLock { state in
            let overdue = state.guests.filter { $0.value.isOverdue(now, limits) }
            var patient: [ClientConnection] = []
            for (id, guest) in state.guests {
                guard case .served(let since) = guest.place, now - since >= limits.pulse else {
                    continue
                }
                state.guests[id]?.place = .served(since: now)
                patient.append(guest.connection)
            }
            return (overdue, patient)
        }
        for (id, guest) in overdue {
            leave(id, isDismissed: guest.connection.attachment == .nothing)
        }
        for connection in patient { connection.pulse() }
    }

    // MARK: - Serving

    /// Serves a client that has sent something, as soon as a thread is free.
    private func serve(_ id: Int) {
        state.withLock { state in
            guard let guest = state.guests[id], guest.parkedTime(0) != nil else { return }
            if guest.connection.isGone {
                state.guests[id] = nil
                return
            }
            state.guests[id]?.place = .waiting
            state.line.append(id)
            startServing(&state)
        }
    }

    /// Gives the threads that are free to those that wait.
    private func startServing(_ state: inout State) {
        while state.busy < limits.threads, !state.line.isEmpty {
            let id = state.line.removeFirst()
            guard let connection = state.guests[id]?.connection else { continue }
            state.busy += 1
            state.guests[id]?.place = .served(since: FrameSocket.now())
            state.guests[id]?.task = Task {
                let goesOn = await connection.serve()
                let isAttended = self.park(id)
                if !goesOn || !isAttended { self.leave(id) }
            }
        }
    }

    /// Puts a client back to the door, and serves the next one.
    ///
    /// - Returns: Whether the door still looks after clients.
    private func park(_ id: Int) -> Bool {
        let isAttended = state.withLock { state in
            state.guests[id]?.place = .parked(since: FrameSocket.now())
            state.guests[id]?.task = nil
            state.busy -= 1
            startServing(&state)
            return !state.isStopped
        }
        door.knock()
        return isAttended
    }

    /// Ends the connection of a client at the door.
    ///
    /// - Parameter isDismissed: Whether the client is told that what it has sent is not read.
    /// - Returns: Whether it was still there.
    @discardableResult
    private func leave(_ id: Int, isDismissed: Bool = false) -> Bool {
        let connection: ClientConnection? = state.withLock { state in
            guard case .parked = state.guests[id]?.place else { return nil }
            state.guests[id]?.place = .leaving
            return state.guests[id]?.connection
        }
        guard let connection else { return false }
        // Said before the end begins, since nothing can be said after it.
        if isDismissed { connection.dismiss() }
        Task {
            await connection.end()
            state.withLock { _ = $0.guests.removeValue(forKey: id) }
        }
        return true
    }
}
