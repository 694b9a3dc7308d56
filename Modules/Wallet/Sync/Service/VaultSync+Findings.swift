import TenonCore
import WalletVault

extension VaultSync {
    /// What an exchange found, for people.
    func findings(of report: SyncReport, _ replica: Replica) async -> [SyncFinding] {
        let names = await replica.deviceNames
        var findings = report.problems.map { problem in
            SyncFinding(
                subject: names[problem.device] ?? problem.device.description,
                message: problem.error.message,
                remedy: problem.error.remedy)
        }
        for omission in report.omissions {
            let title = await replica.item(omission.item)?.values[.title]?.reveal()
            findings.append(
                SyncFinding(
                    subject: title ?? omission.item.description, message: omission.error.message,
                    remedy: omission.error.remedy))
        }
        return findings
    }
}
