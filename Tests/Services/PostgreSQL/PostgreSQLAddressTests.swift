import Foundation
import RunningPostgreSQL
import TenonCore
import TenonPostgreSQL
import TenonSQLite
import Testing

@Suite("Addresses of databases")
struct PostgreSQLAddressTests {
    private func open(_ address: String) throws -> any Database {
        try PostgreSQLDatabases(PostgreSQLLimits(connectTimeout: .seconds(2)))
            .open(path: address, options: DatabaseOptions())
    }

    @Test(
        "An address with a password is refused, and so is what is none; neither is repeated",
        arguments: [
            "postgresql://me:s3cret@localhost/name", "postgresql:///name?password=s3cret",
            "postgresql://localhost/name?sslpassword=s3cret", "postgresql://me:s3cret%zz@h/name",
            "host=localhost password=s3cret", "/s3cret/file.db", "postgresql://h/n?s3cret",
        ])
    func passwords(address: String) throws {
        for use in [
            { _ = try open(address) }, { try PostgreSQLDatabases().prepareFolder(of: address) },
        ] {
            let error = #expect(throws: PostgreSQLError.self) { try use() }
            #expect(error?.code == .databaseMisuse)
            #expect(error.map { "\($0)".contains("s3cret") } == false)
        }
    }

    @Test("A database, a person and a server that are not there are three different errors")
    func missing() throws {
        let server = try PostgreSQLServer.shared.get()
        #expect(code { try open(server.address(of: "nowhere")) } == .databaseMissing)
        #expect(
            code { try open(server.address(of: "postgres", user: "nobody")) }
                == .databaseInaccessible)
        #expect(code { try open("postgresql:///postgres?host=/nowhere") } == .databaseUnreachable)
        #expect(code { try open("postgresql://127.0.0.1:1/postgres") } == .databaseUnreachable)
    }

    @Test("A server that takes a connection and says nothing is given up in time")
    func silent() throws {
        let folder = NSTemporaryDirectory() + "pg-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) {
            $0.copyBytes(from: Array("\(folder)/.s.PGSQL.5432".utf8))
        }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && listen(listener, 5) == 0)
        // Time: at least this long; a busy machine takes longer.
        let start = ContinuousClock.now
        #expect(code { try open("postgresql:///name?host=\(folder)") } == .databaseUnreachable)
        #expect(
            code { try open("postgresql:///name?host=\(folder)&connect_timeout=1") }
                == .databaseUnreachable)
        #expect(start.duration(to: .now) >= .milliseconds(2900))
    }

    @Test("What an address sets holds, before what is set here")
    func options() throws {
        let address = try PostgreSQLServer.shared.get().makeDatabase()
        let database = try open("\(address)&options=-c%20statement_timeout%3D1234")
        try database.read { connection in
            for (name, value) in ["statement_timeout": "1234ms", "lock_timeout": "5s"] {
                try connection.query("SHOW \(name)", []) { #expect($0.text(0) == value) }
            }
        }
    }

    @Test(
        "The scheme of an address chooses the engine; what none opens is an error without the rest")
    func engines() throws {
        let server = try PostgreSQLServer.shared.get()
        let engines = DatabaseEngines([
            DatabaseEngine(SQLiteDatabases()),
            DatabaseEngine(schemes: ["postgresql", "postgres"], PostgreSQLDatabases()),
        ])
        let file = NSTemporaryDirectory() + "\(UUID().uuidString)/a.db"
        let address = try server.makeDatabase()
        for path in [file, address, address.replacing("postgresql:", with: "postgres:")] {
            try engines.prepareFolder(of: path)
            let database = try engines.open(path: path, options: DatabaseOptions(create: true))
            try database.write { try $0.execute("CREATE TABLE IF NOT EXISTS t (k BIGINT)") }
            #expect(try database.integers("SELECT count(*) FROM t") == [0])
        }
        for (list, path) in [(engines, "mysql://me:s3cret@h/n"), (DatabaseEngines([]), file)] {
            let error = #expect(throws: PersistenceError.self) {
                try list.open(path: path, options: DatabaseOptions())
            }
            #expect(error?.code == .databaseNoEngine)
            #expect(error.map { "\($0)".contains("s3cret") } == false)
        }
    }
}
