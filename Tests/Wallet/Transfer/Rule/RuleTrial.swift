import TenonCore
import TestSupport
import WalletTransfer
import WalletVault

/// Some files with entries of many independent cases, imported in an order into a new vault.
///
/// Cases have sites of their own, so that a vault and a file serve for many of them at once.
struct RuleTrial {
    let files: [GeneratedFile]
    let cases: Range<Int>
    /// The cases that have one account, and one entry of it in each file at most.
    let plain: Set<Int>
    /// Passwords that a person typed before the first import, by the case.
    let typed: [Int: String]

    init(_ generator: inout EntryGenerator, cases: Range<Int>, fileCount: Int) {
        self.cases = cases
        let plain = Set(cases.filter { _ in generator.once(in: 2) })
        self.plain = plain
        typed = Dictionary(
            uniqueKeysWithValues: cases.filter { _ in generator.once(in: 5) }
                .map { ($0, "p\($0)-typed") })
        files = (0..<fileCount).map { index in
            let format = GeneratedFormat.allCases.randomElement(using: &generator.random) ?? .chrome
            let entries = cases.flatMap {
                generator.entries(of: $0, in: format, isPlain: plain.contains($0))
            }
            return GeneratedFile(name: "file-\(index)", format: format, entries: entries)
        }
    }

    /// Every order of the files.
    var orders: [[Int]] { Self.permutations(Array(files.indices)) }

    private static func permutations(_ all: [Int]) -> [[Int]] {
        guard all.count > 1 else { return [all] }
        return all.flatMap { first in
            permutations(all.filter { $0 != first }).map { [first] + $0 }
        }
    }

    /// What is not as it should be after imports.
    struct Findings {
        /// What the rule forbids: lost, mixed or superseded passwords and wrong counts.
        var violations: [String] = []
        /// What a second import or another order of the entries changes.
        var differences: [String] = []
    }

    /// Imports the files in an order, and returns everything that is not as the rule says.
    func findings(
        of order: [Int], shuffledBy random: inout SeededGenerator
    ) async throws -> Findings {
        let fixture = try await TransferFixture()
        try await type(into: fixture)
        var found: [String] = []
        for (step, index) in order.enumerated() {
            let before = try await fixture.kept()
            let result = try await fixture.take(files[index])
            let after = try await fixture.kept()
            found += countViolations(result, files[index], before, after)
            found += violations(after, order: Array(order.prefix(step + 1)))
        }
        let again = try await again(fixture, order)
        found += again.violations
        let differences = again.differences + (try await shuffled(fixture, order, &random))
        let name = "order \(order.map { "\(files[$0].format)" })"
        return Findings(
            violations: found.map { "\(name): \($0)" },
            differences: differences.map { "\(name): \($0)" })
    }

    private func type(into fixture: TransferFixture) async throws {
        for (number, password) in typed {
            try await fixture.vault.add(
                Login(
                    title: "c\(number)", sites: ["https://c\(number).example"], userName: "ada",
                    password: SecretText(password)))
        }
    }

    // MARK: - What must be so

    private func violations(_ vault: [Int: [KeptLogin]], order: [Int]) -> [String] {
        cases.flatMap { number -> [String] in
            let logins = vault[number] ?? []
            let found =
                lost(number, logins, order) + mixed(number, logins, order)
                + doubled(logins) + superseded(number, logins, order)
            return found.map { "case \(number): \($0)\n  \(describe(number, logins, order))" }
        }
    }

    private func entries(_ number: Int, _ order: [Int]) -> [(GeneratedFile, GeneratedEntry)] {
        order.flatMap { index in
            files[index].entries.filter { $0.number == number }.map { (files[index], $0) }
        }
    }

    /// Every password is the present one of an item for its account, or in the history of one.
    private func lost(_ number: Int, _ logins: [KeptLogin], _ order: [Int]) -> [String] {
        let wanted = entries(number, order).flatMap { _, entry in
            entry.passwords.map { (entry.userName, $0) }
        }
        let typed = [typed[number].map { ("ada", $0) }].compactMap(\.self)
        return (wanted + typed).compactMap { userName, password in
            let isThere = logins.contains {
                $0.userName == userName && ([$0.password] + $0.former).contains(password)
            }
            return isThere ? nil : "\(password) of \(userName) is lost"
        }
    }

    /// Entries with different names stay different items.
    private func mixed(_ number: Int, _ logins: [KeptLogin], _ order: [Int]) -> [String] {
        let names = Set(entries(number, order).compactMap { $1.name(in: $0.format) })
        let lost = names.filter { name in !logins.contains { $0.names.contains(name) } }
            .map { "\($0) is in no item" }
        let mixed = logins.filter { login in
            let labels = login.names.map { $0.prefix { $0 != "=" } }
            return Set(labels).count != labels.count
        }
        return lost + mixed.map { "two entries became one: \($0.names)" }
    }

    /// No item has a password twice.
    private func doubled(_ logins: [KeptLogin]) -> [String] {
        logins.filter { Set([$0.password] + $0.former).count != $0.former.count + 1 }
            .map { "\($0.password) \($0.former) has a password twice" }
    }

    /// Where one account is one entry in each file, there is one item for it, and its present
    /// password is the one with the latest date; without any date the one that came last.
    private func superseded(_ number: Int, _ logins: [KeptLogin], _ order: [Int]) -> [String] {
        if let typed = typed[number], !logins.contains(where: { $0.password == typed }) {
            return ["what was typed is not present any more"]
        }
        guard plain.contains(number) else { return [] }
        guard logins.count == 1, let login = logins.first else { return ["not one item"] }
        guard typed[number] == nil else { return [] }
        let entries = entries(number, order).map(\.1)
        let expected: Set<String>
        if let latest = entries.compactMap(\.seconds).max() {
            expected = Set(entries.filter { $0.seconds == latest }.map(\.password))
        } else {
            expected = Set(arrived(entries))
        }
        return expected.contains(login.password)
            ? [] : ["\(login.password) is present instead of \(expected)"]
    }

    /// The password that was new when it came, and came last.
    private func arrived(_ entries: [GeneratedEntry]) -> [String] {
        var known: [String] = []
        for entry in entries where !known.contains(entry.password) { known.append(entry.password) }
        return known.suffix(1)
    }

    private func countViolations(
        _ result: ImportResult, _ file: GeneratedFile, _ before: [Int: [KeptLogin]],
        _ after: [Int: [KeptLogin]]
    ) -> [String] {
        let (old, new) = (before.values.joined(), after.values.joined())
        let present = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0.password) })
        let changed = new.count { login in present[login.id].map { $0 != login.password } ?? false }
        // What no history has room for becomes an item beyond those that are counted.
        let full = new.contains { $0.former.count >= 20 }
        let counts = result.counts
        var found: [String] = []
        if counts.rows != file.entries.count {
            found.append("\(counts) are not the \(file.entries.count) rows of \(file.format)")
        }
        let added = new.count - old.count
        if counts.new != added, !full { found.append("\(added) were added, and not \(counts.new)") }
        if counts.changed != changed {
            found.append("\(changed) were changed, and not \(counts.changed)")
        }
        return found
    }

    // MARK: - What must make no difference

    /// Importing the files once more changes no password, and says so; it never loses one.
    private func again(_ fixture: TransferFixture, _ order: [Int]) async throws -> Findings {
        let before = try await fixture.kept()
        var found = Findings()
        for index in order.reversed() {
            let counts = try await fixture.take(files[index]).counts
            let after = try await fixture.kept()
            for number in cases where after[number] != before[number] {
                found.differences.append(
                    "case \(number): \(files[index].format) changes something the second time\n"
                        + "  \(describe(number, before[number] ?? [], order))"
                        + "\n  then \((after[number] ?? []).map(\.essence))")
            }
            // A row may still bring its date to an item that another row has made or had first.
            if counts.new + counts.changed + counts.kept != 0, after == before {
                found.violations.append("\(files[index].format) says \(counts) the second time")
            }
        }
        let last = try await fixture.kept()
        for number in cases {
            let logins = last[number] ?? []
            found.violations += (lost(number, logins, order) + mixed(number, logins, order))
                .map {
                    "case \(number), the second time: \($0)\n  \(describe(number, logins, order))"
                }
        }
        return found
    }

    /// The order of the entries in a file makes no difference.
    private func shuffled(
        _ fixture: TransferFixture, _ order: [Int], _ random: inout SeededGenerator
    ) async throws -> [String] {
        let other = try await TransferFixture()
        try await type(into: other)
        for index in order {
            var file = files[index]
            file.entries.shuffle(using: &random)
            _ = try await other.take(file, "-shuffled")
        }
        let (first, second) = (try await fixture.kept(), try await other.kept())
        return cases.filter { number in
            (first[number] ?? []).map(\.essence).sorted()
                != (second[number] ?? []).map(\.essence).sorted()
        }.map { number in
            "case \(number): the order of entries makes a difference\n"
                + "  \(describe(number, first[number] ?? [], order))"
                + "\n  shuffled \((second[number] ?? []).map(\.essence))"
        }
    }

    private func describe(_ number: Int, _ logins: [KeptLogin], _ order: [Int]) -> String {
        let entries = entries(number, order).map { file, entry in
            "\(file.name) \(file.format): \(entry)"
        }
        return entries.joined(separator: "\n  ")
            + "\n  typed \(typed[number] ?? "nothing"), became \(logins.map(\.essence))"
    }
}
