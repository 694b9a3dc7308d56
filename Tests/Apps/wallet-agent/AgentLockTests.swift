import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing
import WalletAgentLink

@Suite("Locking an agent, whatever its clients do", .serialized)
struct AgentLockTests {
    /// A home whose vault is open in an agent.
    private func unlockedHome() async throws -> AgentHome {
        let home = try await AgentHome.make()
        try await unlock(home)
        return home
    }

    private func unlock(_ home: AgentHome) async throws {
        let unlocked = try await home.run(
            "wallet", "unlock", "--passphrase-file", home.path("passphrase"))
        #expect(unlocked.status == 0, "\(unlocked.errors)")
        #expect(try await home.isUnlocked())
    }

    /// Locks by the command, prints how long that took, and looks whether the lock has won.
    private func expectLock(_ home: AgentHome, _ situation: String) async throws {
        let result = try await lock(home, situation, adding: ["TENON_PATIENCE": "1"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try await home.isUnlocked() == false)
    }

    /// Locks by the command, and prints how long that took.
    private func lock(
        _ home: AgentHome, _ situation: String, adding variables: [String: String] = [:]
    ) async throws -> Program.Result {
        // Time: it is only printed.
        let start = ContinuousClock.now
        let result = try await home.run("wallet", "lock", adding: variables)
        let time = start.duration(to: .now)
        print("wallet lock, \(situation): \(time.formatted(.units(allowed: [.milliseconds])))")
        return result
    }

    /// Connects and introduces itself, as programs do.
    private static func introduced(_ place: AgentPlace) throws -> AgentLink {
        try AgentLink.connect(
            at: place, client: "test", vault: "", startingAgent: false, patience: 30_000)
    }

    @Test("64 clients that do nothing keep neither the lock nor others from the agent")
    func idleClients() async throws {
        let home = try await unlockedHome()
        let place = try home.place()
        let clients = try await onThread { try (0..<64).map { _ in try Self.introduced(place) } }
        #expect(try await home.run("wallet", "list", "--no-input").status == 0)
        try await expectLock(home, "64 idle clients")
        withExtendedLifetime(clients) {}
    }

    @Test("1,000 clients that connect again and again do not keep the lock from the agent")
    func connectingClients() async throws {
        let home = try await unlockedHome()
        let place = try home.place()
        let (end, count) = (Flag(), Count())
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    try await onThread {
                        while !end.isUp {
                            let crowd = (0..<250).map { _ in try? place.connect(within: 100) }
                            for client in crowd where client != nil { count.add() }
                        }
                    }
                }
            }
            defer { end.raise() }
            try await until("1,000 connections") { count.value > 1000 }
            let result = try await lock(home, "1,000 clients that connect again and again")
            end.raise()
            try await group.waitForAll()
            #expect(result.status == 0, "\(result.errors)")
        }
        #expect(try await home.isUnlocked() == false)
    }

    @Test("48 threads that connect without end do not keep the lock from the agent")
    func connectingThreads() async throws {
        let home = try await unlockedHome()
        let place = try home.place()
        let (end, count) = (Flag(), Count())
        for _ in 0..<48 {
            Thread.detachNewThread {
                while !end.isUp {
                    if (try? place.connect(within: 0)) != nil { count.add() }
                }
            }
        }
        defer { end.raise() }
        try await until { count.value > 1000 }
        let result = try await lock(home, "48 threads that connect without end")
        // They did so until the end, if only of an agent that did not answer in time.
        end.raise()
        #expect(result.status == 0, "\(result.errors)")
        #expect(try await home.isUnlocked() == false)
    }

    @Test(
        "a command that locks has a session of its own, and others have that of the terminal",
        arguments: [(["lock"], true), (["agent", "stop"], true), (["agent", "status"], false)])
    func session(command: [String], isOwn: Bool) async throws {
        var (process, session) = try await visitor(of: command)
        // One that got no answer in time may be gone before it is looked at.
        for _ in 0..<50 where session == -1 { (process, session) = try await visitor(of: command) }
        #expect(session == (isOwn ? process : getsid(0)))
    }

    /// The process and the session of a command that asks an agent without an answer.
    private func visitor(of command: [String]) async throws -> (process: pid_t, session: pid_t) {
        let home = try AgentHome()
        let place = try home.place()
        try place.prepareFolder()
        let socket = try AgentPlace.makeSocket()
        #expect(try AgentPlace.withAddress(place.socket) { bind(socket, $0, $1) } == 0)
        #expect(chmod(place.socket, 0o600) == 0 && listen(socket, 8) == 0)
        async let ended = Program(built: "wallet", environment: home.environment).run(command)
        let (process, session) = try await onThread {
            let client = try #require(Visitor(at: socket))
            return (client.process, getsid(client.process))
        }
        close(socket)
        _ = try await ended
        return (process, session)
    }

    @Test("an agent whose socket was removed is locked all the same")
    func removedSocket() async throws {
        let home = try await unlockedHome()
        try FileManager.default.removeItem(atPath: try home.place().socket)
        try await expectLock(home, "no socket")
    }

    @Test("locking starts no agent, which would have nothing to lock")
    func noAgent() async throws {
        let home = try await AgentHome.make()
        #expect(try await home.run("wallet", "agent", "stop").status == 0)
        let result = try await home.run("wallet", "lock")
        #expect(result.status == 0, "\(result.errors)")
        #expect(AgentHolder(at: try home.place()) == nil)
    }

    @Test("a socket that was removed is made again, and the vault is still open")
    func socketMadeAgain() async throws {
        let home = try await unlockedHome()
        let process = try await home.agent()
        let place = try home.place()
        try FileManager.default.removeItem(atPath: place.socket)
        try await until { (try? place.connect()) != nil }
        #expect(try await home.run("wallet", "list", "--no-input").status == 0)
        #expect(try await home.agent() == process)
    }

    @Test("an agent whose folder was removed ends, since nobody could tell it to lock")
    func removedFolder() async throws {
        let home = try await unlockedHome()
        let holder = try #require(AgentHolder(at: try home.place()))
        try FileManager.default.removeItem(atPath: try home.place().folder)
        #expect(holder.waitForEnd(within: 60_000))
        #expect(try await home.isUnlocked() == false)
    }

    @Test("an agent that is stopped says so in every program, and is locked by ending it")
    func stopped() async throws {
        let home = try await unlockedHome()
        let holder = try #require(AgentHolder(at: try home.place()))
        #expect(holder.process == (try await home.agent()))
        #expect(kill(holder.process, SIGSTOP) == 0)
        let list = try await home.run(
            "wallet", "list", "--no-input", adding: ["TENON_PATIENCE": "1"])
        #expect(list.status == 75)
        #expect(list.errors.contains("The agent does not answer"))
        try await expectLock(home, "a stopped agent")
        #expect(holder.waitForEnd(within: 60_000))

        try await unlock(home)
        let second = try #require(AgentHolder(at: try home.place()))
        #expect(kill(second.process, SIGSTOP) == 0)
        let stop = try await home.run("wallet", "agent", "stop", adding: ["TENON_PATIENCE": "1"])
        #expect(stop.status == 0, "\(stop.errors)")
        #expect(second.waitForEnd(within: 60_000))
        #expect(AgentHolder(at: try home.place()) == nil)
    }

    @Test("a request of git waits among a thousand clients, and is answered")
    func request() async throws {
        // The agent, too, has a file for each of them.
        raiseFileLimit()
        let home = try await unlockedHome()
        let place = try home.place()
        let status = try await onThread {
            let idle = try (0..<300).map { _ in try Self.introduced(place) }
            let silent = try (0..<900).map { _ in try place.connect(within: 30_000) }
            let link = try Self.introduced(place)
            let input = Array("protocol=https\nhost=nobody.example\n\n".utf8)
            try input.withUnsafeBytes {
                try link.send(
                    CredentialExchange.request(.git, verb: "get", surroundings: [], input: $0))
            }
            var status: Int32 = -1
            try CredentialExchange.readAnswer(try link.receive(within: nil)) { _, code, _ in
                status = code
            }
            withExtendedLifetime((idle, silent)) {}
            return status
        }
        #expect(status == 0)
    }

    @Test("a signal to end ends an agent whose clients have stalled", arguments: [SIGTERM, SIGINT])
    func stalledClients(signal: Int32) async throws {
        let home = try await unlockedHome()
        let place = try home.place()
        let holder = try #require(AgentHolder(at: place))
        // Half a frame each: more than there are threads.
        let clients = try (0..<80).map { _ in try place.connect(within: 30_000) }
        for client in clients { _ = send(client.descriptor, [200, 0, 0, 0, 1], 5, 0) }
        #expect(kill(holder.process, signal) == 0)
        #expect(holder.waitForEnd(within: 300_000))
        withExtendedLifetime(clients) {}
    }

    @Test("unlocking with another time changes that of a vault which is open already")
    func autoLock() async throws {
        let home = try await unlockedHome()
        func seconds() async throws -> Int {
            let status = try await home.run("wallet", "agent", "status", "--plain")
            let last = status.output.split(separator: "\n").first?.split(separator: "\t").last
            return try #require(last.flatMap { Int($0) })
        }
        #expect(try await seconds() <= 300)
        let longer = try await home.run("wallet", "unlock", "--auto-lock", "30")
        #expect(longer.status == 0, "\(longer.errors)")
        #expect((1000...1800).contains(try await seconds()))
        // Without the flag it stays.
        #expect(try await home.run("wallet", "unlock").status == 0)
        #expect((1000...1800).contains(try await seconds()))
    }

    @Test("an agent that this program cannot reach is locked through the file of the vault")
    func elsewhere() async throws {
        let home = try await unlockedHome()
        let missing = ["XDG_RUNTIME_DIR": home.path("nowhere")]
        let result = try await home.run("wallet", "lock", adding: missing)
        #expect(result.status == 0, "\(result.errors)")
        try await until { try await home.isUnlocked() == false }
    }

    @Test("what is wrong with the place of the agent is said as it is")
    func places() async throws {
        let home = try await AgentHome.make()
        func errors(_ runtime: String) async throws -> String {
            let result = try await home.run(
                "wallet", "list", "--no-input", adding: ["XDG_RUNTIME_DIR": runtime])
            #expect(result.status == 69)
            return result.errors
        }
        let long = home.path(String(repeating: "x", count: 200))
        try FileManager.default.createDirectory(
            atPath: long, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        #expect(try await errors(long).contains("is too long for a socket"))
        let missing = home.path("nowhere")
        #expect(
            try await errors(missing).contains("\(missing) that XDG_RUNTIME_DIR names does not"))
        #expect(!FileManager.default.fileExists(atPath: missing))
    }
}

extension AgentHome {
    /// Whether the agent that runs, if one does, holds the vault open.
    func isUnlocked() async throws -> Bool {
        let status = try await run("wallet", "agent", "status", "--plain")
        return status.output.contains("\tunlocked\t")
    }
}

/// Says once and for all threads that something is over.
private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    var isUp: Bool { value.load(ordering: .relaxed) }

    func raise() { value.store(true, ordering: .relaxed) }
}

/// A program that has come to a socket and waits for an answer.
private struct Visitor {
    private let connection: FrameSocket
    let process: pid_t

    /// Waits for one.
    init?(at socket: Int32) {
        guard (try? waitForInput(at: socket)) != nil else { return nil }
        connection = FrameSocket(accept(socket, nil, nil))
        // As struct ucred has them: the process, its user and its group.
        var credentials: [pid_t] = [0, 0, 0]
        var size = socklen_t(MemoryLayout<pid_t>.size * credentials.count)
        guard
            getsockopt(connection.descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0
        else { return nil }
        process = credentials[0]
    }
}

/// Counts what threads do.
private final class Count: Sendable {
    private let number = Atomic<Int>(0)

    var value: Int { number.load(ordering: .relaxed) }

    func add() { number.add(1, ordering: .relaxed) }
}

/// Does what waits for a socket on a thread of its own: those of Swift's tasks are few.
private func onThread<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "test.client").async {
            continuation.resume(with: Swift.Result { try body() })
        }
    }
}
