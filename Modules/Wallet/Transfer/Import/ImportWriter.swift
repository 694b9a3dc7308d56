import TenonCore
import WalletVault

/// Writes the logins of a file as it was decided, while the file is read again.
final class ImportWriter {
    /// What earlier rows leave to the row that makes their login.
    private struct Gathered {
        var title: String
        var sites: [String]
    }

    /// How long the addresses of one login may become together, in bytes.
    private static let siteLimit = 16 << 10

    private let batch: any ItemWriting
    private let decisions: [ImportPlan.Decision]
    private var gathered: [Int32: Gathered] = [:]
    private var written = 0

    init(_ batch: any ItemWriting, decisions: [ImportPlan.Decision]) {
        self.batch = batch
        self.decisions = decisions
    }

    /// Reads all rows and writes what they come to.
    ///
    /// - Parameter step: Called now and then with the number of logins written so far.
    func write(_ rows: RowReader, step: (Int) throws -> Void) throws {
        var number = 0
        while let element = try rows.next() {
            guard case .login(let row) = element else { continue }
            guard number < decisions.count else { throw TransferError.changedFile }
            try carryOut(decisions[number], Int32(number), row, rows)
            number += 1
            if number % 256 == 0 { try step(written) }
        }
        guard number == decisions.count else { throw TransferError.changedFile }
        try step(written)
    }

    private func carryOut(
        _ decision: ImportPlan.Decision, _ number: Int32, _ row: ImportedRow, _ rows: RowReader
    ) throws {
        switch decision {
        case .skip:
            return
        case .gather(let leader):
            var known = gathered[leader] ?? Gathered(title: row.title, sites: [])
            Self.add(row.url, to: &known.sites)
            gathered[leader] = known
        case .add:
            try batch.write(.add(.login(login(row, number, rows))))
            written += 1
        case .change(let id):
            let sites = gathered.removeValue(forKey: number)?.sites ?? []
            try batch.write(.update(id, password: rows.password(), addingSites: sites))
            written += 1
        }
    }

    private func login(_ row: ImportedRow, _ number: Int32, _ rows: RowReader) -> Login {
        let earlier = gathered.removeValue(forKey: number)
        var sites = earlier?.sites ?? []
        Self.add(row.url, to: &sites)
        let unknown = Timestamp(milliseconds: 0)
        return Login(
            title: earlier?.title ?? row.title, sites: sites, userName: row.userName,
            password: rows.password(), notes: rows.note(), customFields: rows.furtherFields(),
            created: row.created ?? unknown, changed: row.passwordChanged ?? unknown,
            passwordChanged: row.passwordChanged ?? unknown, used: row.used)
    }

    private static func add(_ site: String, to sites: inout [String]) {
        guard !site.isEmpty, !sites.contains(site) else { return }
        guard sites.reduce(site.utf8.count, { $0 + $1.utf8.count }) <= siteLimit else { return }
        sites.append(site)
    }
}
