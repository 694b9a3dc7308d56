import Foundation

/// The statements of a commit on the tables of the server, sent by pgbench of PostgreSQL: one transaction
/// for each, by as many clients.
struct PgBench {
    struct Failed: Error { let output: String }

    private static let script = """
        \\set name 1000000 + :client_id
        BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
        UPDATE vault SET bytes = bytes WHERE vault = CAST(:name AS TEXT);
        SELECT number AS number, hash, removed FROM device
            WHERE vault = CAST(:name AS TEXT) AND device = CAST(:name AS TEXT) \\gset
        SELECT bytes FROM vault WHERE vault = CAST(:name AS TEXT);
        INSERT INTO used_nonce (vault, device, nonce, used)
            VALUES (CAST(:name AS TEXT), CAST(:name AS TEXT),
                decode(md5(CAST(random() AS TEXT)), 'hex'), 1)
            ON CONFLICT (vault, device, nonce) DO NOTHING;
        UPDATE device SET number = :number + 1, hash = decode(md5('a') || md5('b'), 'hex')
            WHERE vault = CAST(:name AS TEXT) AND device = CAST(:name AS TEXT)
                AND number = :number AND removed = 0;
        UPDATE vault SET bytes = bytes + 640 WHERE vault = CAST(:name AS TEXT);
        INSERT INTO log_entry (vault, device, number, content)
            VALUES (CAST(:name AS TEXT), CAST(:name AS TEXT), :number + 1,
                decode(repeat(md5(CAST(random() AS TEXT)), 40), 'hex'));
        COMMIT;
        """

    private let address: String
    private let file: String

    init(_ address: String, folder: String) throws {
        self.address = address
        file = "\(folder)/commit.sql"
        try Self.script.write(toFile: file, atomically: true, encoding: .utf8)
    }

    /// How long a commit takes, in milliseconds: the time, by the number of commits.
    func time(clients: Int, seconds: Double) throws -> Double {
        let rows = """
            INSERT INTO vault (vault, made, bytes)
                SELECT CAST(1000000 + n AS TEXT), 1, 0 FROM generate_series(0, \(clients - 1)) AS n
                ON CONFLICT DO NOTHING;
            INSERT INTO device (vault, device, added, removed, number, hash)
                SELECT CAST(1000000 + n AS TEXT), CAST(1000000 + n AS TEXT), 1, 0, 0, ''
                    FROM generate_series(0, \(clients - 1)) AS n
                ON CONFLICT DO NOTHING;
            """
        _ = try run("psql", ["--no-psqlrc", "--quiet", "--dbname", address, "--command", rows])
        let output = try run(
            "pgbench",
            [
                "--no-vacuum", "--client", "\(clients)", "--jobs", "2", "--protocol", "prepared",
                "--time", "\(max(1, Int(seconds)))", "--file", file, address,
            ])
        let rate = output.firstMatch(of: /tps = ([0-9.]+)/).flatMap { Double($0.1) }
        guard let rate, rate > 0 else { throw Failed(output: output) }
        return 1_000 / rate
    }

    private func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // This thread may block the signal that ends what pgbench does after a time.
        process.arguments = ["--default-signal=ALRM", program] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self)
        guard process.terminationStatus == 0 else { throw Failed(output: text) }
        return text
    }
}
