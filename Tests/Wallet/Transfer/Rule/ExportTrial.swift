import TenonCore
import TestSupport
import WalletTransfer
import WalletVault

/// A generated vault that is exported in a format, and the file imported into a new vault.
struct ExportTrial {
    /// How many items a vault has.
    static let itemCount = 30
    private static let password = SecretText("der Schlüssel 🔑")

    let source: TransferFixture

    init(_ generator: inout VaultGenerator) async throws {
        let clock = VaultGenerator.Clock()
        source = try await TransferFixture(now: { clock.now() })
        try await generator.fill(source.vault, count: Self.itemCount)
    }

    /// Everything that is lost beside what was named before, or named and not lost.
    func violations(in format: ExportFormat, _ name: String) async throws -> [String] {
        let path = source.path("\(name).\(format.rawValue)")
        let request = ExportRequest(
            format: format, path: path, passphrase: TransferFixture.passphrase,
            password: format.isClear ? nil : Self.password, isReplacing: false)
        var omissions = ExportOmissions()
        let result = try await source.exporter.export(request) { omissions = $0 }
        let target = try await TransferFixture()
        let imported = try await target.import(path: path, password: Self.password.reveal())
        var found: [String] = []
        if imported.counts.new != result.count || imported.counts.problems > 0 {
            found.append("\(result.count) items became \(imported.counts)")
        }
        found += try await violations(format, omissions, target)
        let again = try await target.import(path: path, password: Self.password.reveal())
        if again.counts.writes > 0 { found.append("the second import writes \(again.counts)") }
        let back = try await source.import(path: path, password: Self.password.reveal()).counts
        if back.new + back.changed + back.kept > 0 {
            found.append("the import to where it comes from writes \(back)")
        }
        return found.map { "\(format.rawValue): \($0)" }
    }

    private func violations(
        _ format: ExportFormat, _ omissions: ExportOmissions, _ target: TransferFixture
    ) async throws -> [String] {
        let (before, after) = (
            try await contents(of: source, format), try await contents(of: target, format)
        )
        var found: [String] = []
        var lost: [ExportOmissions.Part: Int] = [:]
        for (title, old) in before {
            guard let new = after[title] else {
                found.append("\(title) is lost")
                continue
            }
            found += difference(old.present, new.present).map { "\(title): \($0)" }
            found += old.hidden.subtracting(new.hidden).map { "\(title): \($0) is lost" }
            lost[.attachments, default: 0] += difference(old.files, new.files).count
            let passwords = difference(old.passwords, new.passwords)
            let values = difference(old.values, new.values)
            found += (passwords + values).filter { $0.hasPrefix("+") }.map { "\(title): \($0)" }
            lost[.formerPasswords, default: 0] += passwords.count
            lost[.formerValues, default: 0] += values.count
            let dates = old.dates.filter { date in
                new.passwords.contains { $0.hasPrefix("\(date.password) until") }
            }
            lost[.formerDates, default: 0] +=
                difference(dates.map(\.text), new.dates.map(\.text)).count
            if old.use != new.use { lost[.uses, default: 0] += 1 }
        }
        lost[.trash] = try await source.vault.list(ItemQuery(isTrashed: true)).total
        for part in ExportOmissions.Part.allCases where omissions[part] != lost[part] ?? 0 {
            found.append("\(lost[part] ?? 0) of \(part) are lost, and \(omissions[part]) named")
        }
        return found
    }

    private func contents(
        of fixture: TransferFixture, _ format: ExportFormat
    ) async throws -> [String: ExportedContents] {
        var contents: [String: ExportedContents] = [:]
        try await fixture.vault.forEachItemWithHistory { exported in
            contents[exported.item.title] = ExportedContents(
                exported, isCoarse: format == .onePassword)
        }
        return contents
    }

    /// What one list has and the other has not, with what it is.
    private func difference(_ old: [String], _ new: [String]) -> [String] {
        new.difference(from: old).map { change in
            switch change {
            case .insert(_, let element, _): "+ \(element)"
            case .remove(_, let element, _): "- \(element)"
            }
        }
    }
}
