import TenonCommandLine
import WalletVault

/// Writes a list of logins page by page.
struct ListWriter {
    private let options: OutputOptions
    private var isFirst = true

    init(_ options: OutputOptions) { self.options = options }

    /// Begins the output.
    ///
    /// - Parameter total: How many logins match, written or not.
    func begin(total: Int) throws {
        guard options.json else { return }
        try StandardOutput.write(
            "{\n  \"formatVersion\" : \(Output.formatVersion),\n  \"total\" : \(total),\n  \"items\" : ["
        )
    }

    /// Writes the next logins.
    mutating func write(_ items: [ItemOverview]) throws {
        if options.json {
            var text = ""
            for item in items {
                text += isFirst ? "\n" : ",\n"
                text += Output.indented(try Output.encode(OverviewDocument(item)))
                isFirst = false
            }
            try StandardOutput.write(text)
        } else if options.plain {
            try Output.plain(
                items.map { ["login:\($0.id)", $0.title, $0.userName, $0.sites.first ?? ""] })
        } else {
            try StandardOutput.write(
                TextTable(items.map { [$0.title, $0.userName, $0.sites.first ?? ""] }).text)
        }
    }

    /// Ends the output.
    func end() throws {
        guard options.json else { return }
        try StandardOutput.write(isFirst ? "]\n}\n" : "\n  ]\n}\n")
    }
}
