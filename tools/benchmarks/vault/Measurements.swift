import BenchmarkReport
import TenonCore
import TenonSQLite
import WalletVault

/// All figures of one vault.
struct Measurements {
    private static let runs = 7

    private let vault: SampleVault
    private let yardsticks: Yardsticks

    init(_ vault: SampleVault) {
        self.vault = vault
        yardsticks = Yardsticks(path: vault.path)
    }

    func all() async throws -> [Figure] {
        var results = [imported()]
        results += try await opening()
        results += try await cold()
        let manager = try await vault.unlocked()
        _ = try await manager.list(ItemQuery())
        results += try await searching(manager)
        results += try await saving(manager)
        await manager.lock()
        return results
    }

    private func imported() -> Figure {
        let time = vault.batch.inMilliseconds
        return Figure(
            name: "batch insert", items: vault.count, milliseconds: time,
            bar: "3 s at 100,000 with reading the CSV", isMet: time <= 3000)
    }

    /// Unlocking without key derivation, and the first list.
    private func opening() async throws -> [Figure] {
        let sizes = try yardsticks.readRows()
        let openMessages = try yardsticks.makeMessages(sizes)
        let openBulk = try yardsticks.makeBulk(sizes.reduce(0, +))
        var (times, messages, bulk): ([Time], [Time], [Time]) = ([], [], [])
        for _ in 0..<Self.runs {
            let manager = SampleVault.manager(vault.path)
            times.append(
                try await Time.of {
                    try await manager.unlock(recoveryCode: vault.recoveryCode)
                    let page = try await manager.list(ItemQuery())
                    precondition(page.total == vault.count)
                })
            await manager.lock()
            messages.append(
                try await Time.of {
                    try yardsticks.readRows()
                    try openMessages()
                })
            bulk.append(
                try await Time.of {
                    try yardsticks.readRows()
                    try openBulk()
                })
        }
        return [
            measurement(
                "vault open", .best(times), "rows + AES-GCM of each", .best(messages),
                bar: "2 ×, 300 ms", limit: 300),
            measurement(
                "vault open", .best(times), "rows + AES-GCM in one piece", .best(bulk),
                bar: "reported", limit: nil),
        ]
    }

    private func measurement(
        _ name: String, _ time: Time, _ yardstick: String, _ other: Time, bar: String,
        limit: Double?
    ) -> Figure {
        Figure(
            name: name, items: vault.count, milliseconds: time.wall,
            processorMilliseconds: time.processor, yardstick: yardstick,
            yardstickMilliseconds: other.wall, yardstickProcessorMilliseconds: other.processor,
            bar: bar, isMet: limit.map { time.wall <= 2 * other.wall && time.wall <= $0 })
    }

    private func cold() async throws -> [Figure] {
        var gets: [Double] = []
        var lists: [ColdProcess.Answer] = []
        for round in 0..<Self.runs {
            let site = SampleVault.site((round * 7919) % vault.count)
            gets.append(try ColdProcess.run("get", vault, site).milliseconds)
            lists.append(try ColdProcess.run("list", vault, ""))
        }
        let get = gets.min() ?? 0
        let list = lists.map(\.milliseconds).min() ?? 0
        let memory = lists.map(\.residentMegabytes).max() ?? 0
        return [
            Figure(
                name: "get one by site, cold process", items: vault.count, milliseconds: get,
                bar: "30 ms", isMet: get <= 30),
            Figure(
                name: "open and list, cold process", items: vault.count, milliseconds: list,
                bar: "300 ms", isMet: list <= 300),
            Figure(
                name: "memory with the list open, the most of several runs", items: vault.count,
                milliseconds: memory,
                bar: "150 MB", isMet: memory <= 150),
        ]
    }

    /// Each keystroke of some words, alone and following each other.
    private func searching(_ manager: VaultManager) async throws -> [Figure] {
        let page = try await manager.list(ItemQuery(window: 0..<Int.max))
        let text = page.items.flatMap { item in
            Array("\(item.title)\n\(item.userName)\n\(item.sites.joined(separator: "\n"))\n".utf8)
        }
        var results: [Figure] = []
        for word in ["e", "fal", "falcon", "falcon river", "zzzz"] {
            // Another word in between, so that nothing is left of the last search.
            let (both, other) = try await best(of: 9) { _ in
                _ = try await manager.list(ItemQuery(text: "\u{1}"))
                _ = try await manager.list(ItemQuery(text: word))
            } beside: { _ in
                _ = try await manager.list(ItemQuery(text: "\u{1}"))
            }
            let alone = max(0.001, both.wall - other.wall)
            let first = String(word.split(separator: " ").first ?? "")
            results.append(
                Figure(
                    name: "search “\(word)”", items: vault.count, milliseconds: alone,
                    yardstick: "memmem",
                    yardstickMilliseconds: try await Yardsticks.search(text, first).wall,
                    bar: "16 ms", isMet: alone <= 16))
        }
        var strokes: [[Double]] = []
        for _ in 0..<Self.runs {
            var times: [Double] = []
            for count in 1...12 {
                let text = String("falcon river".prefix(count))
                times.append(
                    try await Time.of { _ = try await manager.list(ItemQuery(text: text)) }.wall)
            }
            strokes.append(times)
        }
        let slowest = (0..<12).map { stroke in strokes.map { $0[stroke] }.min() ?? 0 }.max() ?? 0
        results.append(
            Figure(
                name: "slowest keystroke of “falcon river”", items: vault.count,
                milliseconds: slowest, bar: "16 ms", isMet: slowest <= 16))
        return results
    }

    private func saving(_ manager: VaultManager) async throws -> [Figure] {
        let ids = try await manager.list(ItemQuery(window: 0..<100)).items.map(\.id)
        var logins: [Login] = []
        for id in ids {
            var login = try await manager.login(id)
            login.password = SecretText("changed")
            logins.append(login)
        }
        let sizes = try rowSizes()
        let rows = min(vault.count, 10_000)
        let item = sizes.prefix(2).reduce(0, +)
        let commitAll = try yardsticks.makeCommit(sizes, rows: rows)
        let commitOne = try yardsticks.makeCommit([item], rows: rows)
        // Each run saves some, since the disk takes its time for one or another.
        let count = logins.count / Self.runs
        let (saved, all) = try await best(of: Self.runs) { run in
            for number in 0..<count { _ = try await manager.save(logins[run * count + number]) }
        } beside: { run in
            for number in 0..<count { try commitAll(run * count + number) }
        }
        let alone = try await best(of: Self.runs) { run in
            for number in 0..<count { try commitOne(run * count + number) }
        }
        let time = saved.divided(by: count)
        return [
            measurement(
                "save one", time, "commit of \(sizes.reduce(0, +)) bytes in four rows",
                all.divided(by: count), bar: "2 ×, 20 ms", limit: 20),
            measurement(
                "save one", time, "commit of the item's \(item) bytes in one row",
                alone.divided(by: count), bar: "reported", limit: nil),
        ]
    }

    /// The sizes of what a save writes: overview, details, bucket and root.
    private func rowSizes() throws -> [Int] {
        var sizes: [Int] = []
        let database = try SQLiteDatabases().open(path: vault.path, options: .init())
        defer { try? database.close() }
        try database.read { connection in
            for table in ["overview", "details", "item_bucket", "root"] {
                try connection.query(
                    "SELECT avg(length(sealed)) FROM (SELECT sealed FROM \(table) LIMIT 1000)", []
                ) { sizes.append(Int($0.integer(0))) }
            }
        }
        return sizes
    }
}
