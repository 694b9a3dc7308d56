import BenchmarkReport
import TenonCore
import TenonSQLite
import WalletVault

/// All figures of one vault.
struct Measurements {
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
        let time = try await median(of: 7) { _ in
            let manager = try await vault.unlocked()
            let page = try await manager.list(ItemQuery())
            precondition(page.total == vault.count)
            await manager.lock()
        }
        let (rows, sizes) = try await yardsticks.readRows()
        let messages = rows + (try await yardsticks.openMessages(sizes))
        let bulk = rows + (try await yardsticks.openBulk(sizes.reduce(0, +)))
        return [
            measurement(
                "vault open", time, "rows + AES-GCM of each", messages, bar: "2 ×, 300 ms",
                limit: 300),
            measurement(
                "vault open", time, "rows + AES-GCM in one piece", bulk, bar: "reported",
                limit: nil),
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
        for round in 0..<7 {
            let site = SampleVault.site((round * 7919) % vault.count)
            gets.append(try ColdProcess.run("get", vault, site).milliseconds)
            lists.append(try ColdProcess.run("list", vault, ""))
        }
        let get = gets.sorted()[3]
        let list = lists.map(\.milliseconds).sorted()[3]
        let memory = lists.map(\.residentMegabytes).sorted()[3]
        return [
            Figure(
                name: "get one by site, cold process", items: vault.count, milliseconds: get,
                bar: "30 ms", isMet: get <= 30),
            Figure(
                name: "open and list, cold process", items: vault.count, milliseconds: list,
                bar: "300 ms", isMet: list <= 300),
            Figure(
                name: "memory with the list open", items: vault.count, milliseconds: memory,
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
            let time = try await median(of: 9) { _ in
                // Another word in between, so that nothing is left of the last search.
                _ = try await manager.list(ItemQuery(text: "\u{1}"))
            }
            let both = try await median(of: 9) { _ in
                _ = try await manager.list(ItemQuery(text: "\u{1}"))
                _ = try await manager.list(ItemQuery(text: word))
            }
            let alone = max(0.001, both.wall - time.wall)
            let first = String(word.split(separator: " ").first ?? "")
            results.append(
                Figure(
                    name: "search “\(word)”", items: vault.count, milliseconds: alone,
                    yardstick: "memmem",
                    yardstickMilliseconds: try await Yardsticks.search(text, first).wall,
                    bar: "16 ms", isMet: alone <= 16))
        }
        var slowest = 0.0
        for count in 1...12 {
            let text = String("falcon river".prefix(count))
            let time = try await median(of: 1) { _ in
                _ = try await manager.list(ItemQuery(text: text))
            }
            slowest = max(slowest, time.wall)
        }
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
        let time = try await median(of: min(logins.count, 100)) { round in
            _ = try await manager.save(logins[round])
        }
        let sizes = try rowSizes()
        let rows = min(vault.count, 10_000)
        let all = try await yardsticks.commit(sizes, rows: rows)
        let item = sizes.prefix(2).reduce(0, +)
        let alone = try await yardsticks.commit([item], rows: rows)
        return [
            measurement(
                "save one", time, "commit of \(sizes.reduce(0, +)) bytes in four rows", all,
                bar: "2 ×, 20 ms", limit: 20),
            measurement(
                "save one", time, "commit of the item's \(item) bytes in one row", alone,
                bar: "reported", limit: nil),
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
