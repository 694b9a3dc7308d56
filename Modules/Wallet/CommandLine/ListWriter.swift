import TenonCommandLine
import TenonCore
import WalletVault

/// Writes a list of items page by page.
struct ListWriter {
    private let options: OutputOptions
    private var isFirst = true

    init(_ options: OutputOptions) { self.options = options }

    /// Begins the output.
    ///
    /// - Parameter total: How many items match, written or not.
    func begin(total: Int) throws {
        guard options.json else { return }
        try StandardOutput.write(
            "{\n  \"formatVersion\" : \(Output.formatVersion),\n  \"total\" : \(total),\n  \"items\" : ["
        )
    }

    /// Writes the next items.
    mutating func write(_ items: [ItemOverview]) throws {
        if options.json {
            var document = OverviewText()
            for item in items {
                document.write(separator: isFirst ? "\n" : ",\n")
                document.write(item)
                isFirst = false
            }
            try StandardOutput.write(document.text)
        } else if options.plain {
            try Output.plain(
                items.map { ["\($0.kind.route.location($0.id))"] + Self.columns(of: $0) })
        } else {
            try StandardOutput.write(
                TextTable(items.map(Self.columns)).text)
        }
    }

    private static func columns(of item: ItemOverview) -> [String] {
        guard item.kind == .card else {
            return [item.title, item.userName, item.sites.first ?? ""]
        }
        let digits = item.lastFour.isEmpty ? "" : "···· \(item.lastFour)"
        let number = [item.brand?.name ?? "", digits].filter { !$0.isEmpty }
        return [item.title, number.joined(separator: " "), item.expiry?.cardText ?? ""]
    }

    /// Ends the output.
    func end() throws {
        guard options.json else { return }
        try StandardOutput.write(isFirst ? "]\n}\n" : "\n  ]\n}\n")
    }
}
