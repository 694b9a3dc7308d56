import TenonCore
import WalletVault

/// Reads the archive of Dashlane, "Export to CSV": text files for logins, notes, cards, identities and
/// networks, whose columns are those of ``TextDialect/dashlane``.
enum DashlaneArchive: DocumentImporting {
    static let format = ImportFormat.dashlaneArchive

    static func recognizes(_ content: DocumentContent) -> Bool {
        content.paths.contains { $0.split(separator: "/").last == "credentials.csv" }
    }

    static func read(
        _ content: DocumentContent, _ tools: DocumentTools
    ) throws -> ImportedDocument {
        var result = ImportedDocument(format: format)
        guard case .archive(let archive) = content else { return result }
        for entry in archive.entries where entry.size > 0 {
            guard entry.path.hasSuffix(".csv") else {
                result.add(.unknownPart, title: entry.path)
                continue
            }
            var options = ImportOptions()
            options.format = .dashlane
            let source = MemorySource(try archive.contents(of: entry.path))
            guard let rows = try? TextRows.open(source, options: options) else {
                result.add(.unreadable, title: entry.path)
                continue
            }
            var line = 0
            while let element = try rows.next() {
                switch element {
                case .item(let row):
                    line = row.line
                    result.add(ImportedItem(item: rows.item()))
                case .problem(let problem) where problem.line == line:
                    result.remark(problem.reason)
                case .problem(let problem): result.add(problem.reason, title: problem.title)
                }
            }
        }
        return result
    }
}
