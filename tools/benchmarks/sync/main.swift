import BenchmarkReport
import Foundation

// Measures wallet-sync and the machines that use it against the bars that were set for them, over loopback:
// `commits` of one change each, and requests that bring nothing new, from 64 machines with a vault each;
// `streams` of events held open; `news` of a change on another machine; a `first` sync of many items. All of
// them, or those named by `--only WORD,…`. `--postgres ADDRESS` measures commits on that database as well,
// beside pgbench with the same statements; `--seconds N` is how long each run takes, 5 unless given;
// `--streams N` and `--items N` say how many. `--json` prints JSON, `--markdown` a table for a page.

let arguments = Array(CommandLine.arguments.dropFirst())

func value(of option: String) -> String? {
    guard let place = arguments.firstIndex(of: option) else { return nil }
    return arguments.indices.contains(place + 1) ? arguments[place + 1] : nil
}

if let folder = value(of: FirstSync.task) {
    try await FirstSync.join(in: folder)
    exit(0)
}
let only = value(of: "--only")?.split(separator: ",").map(String.init)
let seconds = value(of: "--seconds").flatMap { Double($0) } ?? 5
let folder = FileManager.default.temporaryDirectory
    .appending(path: "sync-benchmark-\(UUID().uuidString)").path
try FileManager.default.createDirectory(
    atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
defer { try? FileManager.default.removeItem(atPath: folder) }

/// Whether something is to be measured; the figures so far are of use without the others.
func isWanted(_ name: String) -> Bool { only?.contains(name) ?? true }

var results: [Figure] = []
if isWanted("commits") {
    results += try await Measurements(
        database: "\(folder)/sync.db", named: "SQLite", yardstick: nil, seconds: seconds
    ).all()
    if let address = value(of: "--postgres") {
        results += try await Measurements(
            database: address, named: "PostgreSQL", yardstick: PgBench(address, folder: folder),
            seconds: seconds
        ).all()
    }
}
if isWanted("news") { results += try await News(in: folder).all() }
if isWanted("first") {
    let count = value(of: "--items").flatMap { Int($0) } ?? 100_000
    results += try await FirstSync(count: count, in: folder).all()
}
if isWanted("streams") {
    let count = value(of: "--streams").flatMap { Int($0) } ?? 10_000
    results += try await Streams(count: count, in: folder).all()
}
print(try Report.text(results, for: arguments))
