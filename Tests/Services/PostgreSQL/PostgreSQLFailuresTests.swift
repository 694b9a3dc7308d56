import Foundation
import RunningPostgreSQL
import TenonCore
import TenonPostgreSQL
import TestSupport
import Testing

/// A server of its own, which is harmed.
@Suite("PostgreSQL when a connection or the server ends", .serialized)
struct PostgreSQLFailuresTests {
    private static let server = Result { try PostgreSQLServer() }

    private let server: PostgreSQLServer
    private let entries: TestDatabase

    init() throws {
        server = try Self.server.get()
        entries = try TestDatabase(on: server)
    }

    @Test("A process of the server that is killed within a transaction leaves nothing of it")
    func killed() throws {
        try entries.add(1)
        var processes: [pid_t] = []
        for isCaught in [false, true] {
            var idle: pid_t = 0
            let error = #expect(throws: PostgreSQLError.self) {
                try entries.database.write { connection in
                    try connection.execute("INSERT INTO entry (k) VALUES (2)")
                    idle = try entries.database.read { try $0.serverProcess() }
                    processes.append(try connection.serverProcess())
                    #expect(kill(processes[processes.count - 1], SIGKILL) == 0)
                    do {
                        try connection.execute("INSERT INTO entry (k) VALUES (3)")
                    } catch {
                        if !isCaught { throw error }
                    }
                }
            }
            #expect(error?.code == .databaseInterrupted)
            // The server ends all its connections once it has noticed, and recovers.
            try waitForServer(toEnd: idle)
            #expect(try entries.keys() == [1])
        }
        #expect(Set(processes).count == 2)
    }

    @Test("A transaction whose connection is gone when it is to be committed was not")
    func goneBeforeCommit() throws {
        let error = #expect(throws: PostgreSQLError.self) {
            try entries.database.write { connection in
                try connection.execute("INSERT INTO entry (k) VALUES (1)")
                try terminate(try connection.serverProcess())
            }
        }
        #expect(error?.code == .databaseInterrupted)
        #expect(try entries.keys() == [])
    }

    @Test("After a restart the next call works, on every connection that was there before")
    func restart() throws {
        let database = entries.database
        try database.read { _ in
            try entries.add(1)
            #expect(try entries.keys() == [1])
            try database.read { _ = try $0.integers("SELECT 1") }
        }
        try server.restart()
        try entries.add(2)
        #expect(try entries.keys() == [1, 2])
        #expect(try database.dataVersion() != 0)
    }

    @Test("A restart within a transaction undoes it, and within a read ends it")
    func restartWithin() throws {
        for isWrite in [true, false] {
            let body: (any DatabaseConnection) throws -> Void = { connection in
                if isWrite { try connection.execute("INSERT INTO entry (k) VALUES (1)") }
                _ = try connection.integers("SELECT count(*) FROM entry")
                try server.restart()
                _ = try connection.integers("SELECT count(*) FROM entry")
            }
            #expect(
                code {
                    isWrite ? try entries.database.write(body) : try entries.database.read(body)
                }
                    == .databaseInterrupted)
            #expect(try entries.keys() == [])
        }
    }

    @Test("While the server is down calls say that it cannot be reached; later they work")
    func down() throws {
        try entries.add(1)
        try server.stop()
        #expect(code { try entries.add(2) } == .databaseUnreachable)
        #expect(code { try entries.open() } == .databaseUnreachable)
        try server.start()
        try entries.add(3)
        #expect(try entries.keys() == [1, 3])
    }

    @Test("Many tasks go on through a restart: what was said to be written is there, once")
    func load() async throws {
        let database = entries.database
        let written = Shared<Set<Int64>>([])
        let uncertain = Shared<Set<Int64>>([])
        try await withThrowingTaskGroup { group in
            for task in Int64(0)..<8 {
                group.addTask {
                    try await onThread {
                        for number in Int64(0)..<60 {
                            let key = task * 1000 + number
                            do {
                                try database.write { connection in
                                    try connection.execute(
                                        "INSERT INTO entry (k) VALUES (?)", [.integer(key)])
                                    try connection.execute(
                                        "UPDATE entry SET n = 1 WHERE k = ?", [.integer(key)])
                                }
                                written.change { _ = $0.insert(key) }
                            } catch let error as PostgreSQLError
                                where error.code == .databaseUncertain
                            {
                                uncertain.change { _ = $0.insert(key) }
                            } catch {
                                // Nothing was written, which the rows prove below.
                                // Time: the server has some to start before the next attempt.
                                usleep(20_000)
                            }
                        }
                    }
                }
            }
            group.addTask { [server] in
                try await onThread {
                    try blockUntil("the first row") { !written.value.isEmpty }
                    try server.restart()
                }
            }
            try await group.waitForAll()
        }
        let there = Set(try entries.keys())
        #expect(!written.value.isEmpty)
        #expect(written.value.isSubset(of: there))
        #expect(there.isSubset(of: written.value.union(uncertain.value)))
        #expect(
            try database.integers("SELECT count(*) FROM entry WHERE n IS NULL") == [0])
    }

    private func terminate(_ process: pid_t) throws {
        let other = try entries.open()
        _ = try other.integers(
            "SELECT CAST(pg_terminate_backend(CAST(? AS INTEGER)) AS INTEGER)",
            [.integer(Int64(process))])
        try blockUntil("the end of the process") { kill(process, 0) != 0 }
    }

    /// Waits until the server has ended this process of its own, and lets somebody in again.
    private func waitForServer(toEnd process: pid_t) throws {
        try blockUntil("the end of the process") { kill(process, 0) != 0 }
        try blockUntil("a connection") { code { try entries.open() } == nil }
    }
}
