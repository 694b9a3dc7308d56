import BenchmarkReport
import Foundation

// Measures wallet-sync against the bars that were set for it: commits of one change each, from 64 machines
// with a vault each, over loopback. `--postgres ADDRESS` measures it on that database as well, beside
// pgbench with the same statements; `--seconds N` is how long each run takes, 5 unless given. `--json`
// prints JSON, `--markdown` a table for a page.

let arguments = Array(CommandLine.arguments.dropFirst())

func value(of option: String) -> String? {
    guard let place = arguments.firstIndex(of: option) else { return nil }
    return arguments.indices.contains(place + 1) ? arguments[place + 1] : nil
}

let seconds = value(of: "--seconds").flatMap { Double($0) } ?? 5
let folder = FileManager.default.temporaryDirectory
    .appending(path: "sync-benchmark-\(UUID().uuidString)").path
try FileManager.default.createDirectory(
    atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
defer { try? FileManager.default.removeItem(atPath: folder) }

var results = try await Measurements(
    database: "\(folder)/sync.db", named: "SQLite", yardstick: nil, seconds: seconds
).all()
if let address = value(of: "--postgres") {
    results += try await Measurements(
        database: address, named: "PostgreSQL", yardstick: PgBench(address, folder: folder),
        seconds: seconds
    ).all()
}
print(try Report.text(results, for: arguments))
