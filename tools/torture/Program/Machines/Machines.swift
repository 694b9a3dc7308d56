import Foundation
import SeededRandom
import TenonCore
import WalletVault

/// Several machines that keep a vault in step, while agents and servers are killed at random moments
/// and connections fail.
struct Machines {
    /// How many changes of one item are tried; it keeps sixty former values.
    private static let changesOfItem = 50

    private let options: Options
    private let machines: [Machine]
    private let middle: Middle
    private let ledger = Ledger()

    init(_ options: Options, _ kind: MiddleKind, _ tools: Tools, _ folder: String) async throws {
        self.options = options
        machines = try (0..<options.machines).map { try Machine($0, in: folder, tools) }
        middle = try await Middle(kind, in: folder, tools, seed: options.seed)
    }

    /// Lets them work until as much was killed as was asked for, and looks whether everything is
    /// everywhere.
    func run() async throws -> Bool {
        let start = ContinuousClock.now
        do {
            try await begin()
            let kills = try await work()
            try await settle()
            let losses = try await losses()
            await end()
            print(
                "Machines: \(machines.count) at a \(middle.words[0]), \(kills) kills, "
                    + "\(middle.troubleCount) disturbed connections, \(ledger.count) changes "
                    + "acknowledged, lost \(losses.count), in "
                    + "\((ContinuousClock.now - start).components.seconds) s.")
            for (words, count) in ledger.refusals { print("  not done \(count) times: \(words)") }
            for loss in losses { print("  lost: \(loss)") }
            return losses.isEmpty && ledger.count > 0
        } catch {
            await end()
            throw error
        }
    }

    private func end() async {
        for machine in machines { try? await machine.stopAgent() }
        await middle.end()
    }

    /// Makes a vault, and lets all machines have it; some are killed while they join.
    private func begin() async throws {
        var random = RandomNumbers(seed: options.seed &+ 3)
        middle.disturb(true)
        try await machines[0].require("init", "--yes")
        try await machines[0].require("unlock")
        try await retry("set-up") {
            let ending = try await machines[0].run(
                ["sync", "set-up"] + middle.words + ["--name", machines[0].name])
            return ending.status == 0 || ending.errors.contains("synchronised already")
        }
        for machine in machines.dropFirst() {
            try await retry("invite") {
                let code = try await machines[0].run(["sync", "invite"])
                try machine.write(code.output, to: "code")
                return code.status == 0
            }
            var longest = 3_000
            try await retry("join") {
                let words = ["sync", "join", "--code-file", "../in/code", "--name", machine.name]
                let pause = Int.random(in: 0..<longest, using: &random)
                // Where all is slow, it needs longer than that to come in at all.
                longest += 1_000
                let killing = Task {
                    try await Task.sleep(for: .milliseconds(pause))
                    return try await machine.killAgent()
                }
                let ending = try await machine.run(words)
                killing.cancel()
                _ = await killing.result
                note(ending) {}
                return ending.status == 0
            }
            try await retry("let in") {
                _ = try await machines[0].run(["sync", "now"])
                _ = try await machine.run(["sync", "now"])
                return try await machine.status()?.state == "in-step"
            }
        }
    }

    /// Tries until something comes true, as a person would, for ten minutes.
    private func retry(_ what: String, _ body: () async throws -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(600)
        while ContinuousClock.now < end {
            if try await body() { return }
            try await Task.sleep(for: .milliseconds(500))
        }
        throw Problem(message: "it comes to nothing: \(what).")
    }

    /// Lets all machines change things while everything is killed.
    private func work() async throws -> Int {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, machine) in machines.enumerated() {
                group.addTask { try await change(machine, number) }
            }
            let kills = try await killAll()
            group.cancelAll()
            try await group.waitForAll()
            return kills
        }
    }

    private func change(_ machine: Machine, _ number: Int) async throws {
        var random = RandomNumbers(seed: options.seed &* 1000 &+ UInt64(number))
        var round = 0
        // A few at least, so that some are acknowledged however fast all was killed.
        while !Task.isCancelled || round < 4 {
            round += 1
            let value = "\(machine.name)-\(round)"
            let shared = "Shared \(round * machines.count / Self.changesOfItem)"
            try machine.write(value, to: "value")
            let password = ["--password-file", "../in/value"]
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<3:
                let ending = try await machine.run(["add", "--title", value] + password)
                note(ending) { ledger.add(value) }
            case 3..<8:
                let ending = try await machine.run(["edit", shared] + password)
                // The one who begins makes it.
                if ending.status != 0, number == 0, ending.errors.contains("Nothing matches") {
                    let made = try await machine.run(["add", "--title", shared] + password)
                    note(made) { ledger.give(shared, value) }
                } else {
                    note(ending) { ledger.give(shared, value) }
                }
            case 8: note(try await machine.run(["sync", "now"])) {}
            default: _ = try await machine.run(["lock"])
            }
        }
    }

    private func note(_ ending: Child.Ending, _ done: () -> Void) {
        if ending.status == 0 { done() } else { ledger.refuse(Place.plain(ending.words)) }
    }

    private func killAll() async throws -> Int {
        var random = RandomNumbers(seed: options.seed &+ 7)
        var kills = 0
        while kills < options.kills {
            try await Task.sleep(for: .milliseconds(Int.random(in: 0..<400, using: &random)))
            let victim = Int.random(in: 0..<machines.count + middle.victims, using: &random)
            if victim >= machines.count {
                try await middle.kill(victim - machines.count)
                kills += 1
            } else if try await machines[victim].killAgent() {
                kills += 1
            }
        }
        return kills
    }

    /// Lets everything go well, until all machines say that they have the same.
    private func settle() async throws {
        middle.disturb(false)
        try await retry("all in step") {
            for machine in machines { _ = try await machine.run(["sync", "now"]) }
            var fingerprints: Set<String> = []
            for machine in machines {
                guard let status = try await machine.status(), status.unsent == 0,
                    ["in-step", "attention"].contains(status.state)
                else { return false }
                fingerprints.insert(status.fingerprint)
            }
            return fingerprints.count == 1
        }
    }

    private func losses() async throws -> [String] {
        var losses: [String] = []
        for machine in machines {
            let check = try await machine.runUntilAnswered(["sync", "check", "--json"])
            if check.status != 0 { losses.append("\(machine.name): \(check.words)") }
            let devices = try await machine.require("sync", "devices", "--plain")
                .split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
            if devices.sorted() != machines.map(\.name).sorted() {
                losses.append("\(machine.name): it knows the machines \(devices.sorted())")
            }
            try await machine.stopAgent()
            let vault = VaultContent.manager(machine.place.vault, state: machine.place.state)
            try await vault.unlock(passphrase: SecretText(Sample.passphrase))
            var passwords: [String: Set<String>] = [:]
            for item in try await vault.list(ItemQuery(window: 0..<1_000_000)).items {
                let present = try await vault.login(item.id).password.reveal()
                let former = try await vault.history(item.id).compactMap { $0.password?.reveal() }
                passwords[item.title, default: []].formUnion(former + [present])
            }
            if try await !vault.check().isClean { losses.append("\(machine.name): damaged") }
            await vault.close()
            losses += ledger.losses(among: passwords).map { "\(machine.name): \($0)" }
        }
        return losses
    }
}
