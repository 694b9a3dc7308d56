import TenonCommandLine
import TenonCore
import TenonUI
import WalletVault

/// Writes a list of items page by page.
struct ListWriter {
    private let options: OutputOptions
    private let localizer: Localizer
    /// The columns of the terminal; `nil` when the output is for none.
    private let width: Int?
    private let isColored: Bool
    private var isFirst = true
    /// The widths of the columns on a terminal, which the first items decide.
    private var columns: ColumnWidths?

    /// Makes a writer.
    ///
    /// - Parameter width: The columns of the terminal; `nil` for output without heading and colours.
    init(_ options: OutputOptions, _ session: CommandSession, width: Int?) {
        self.options = options
        self.width = width
        localizer = session.localizer
        isColored = ColorPolicy.allows(
            session.container[.configuration], application: session.container[.application],
            isTerminal: true)
    }

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
        } else if let width {
            try StandardOutput.write(text(of: items, width: width))
        } else {
            try StandardOutput.write(TextTable(items.map(Self.columns)).text)
        }
    }

    /// Items below a heading, in columns that fit.
    private mutating func text(of items: [ItemOverview], width: Int) -> String {
        let rows = items.map { Self.columns(of: $0).map(HarmlessText.line) }
        if let columns { return rows.map(columns.line).joined() }
        let titles: [CommandText] = [.title, .userName, .site]
        let heading = titles.map { localizer($0) }
        let columns = ColumnWidths(of: [heading] + rows, fitting: width)
        self.columns = columns
        let line = columns.line(heading)
        return (isColored ? "\u{1B}[1m\(line.dropLast())\u{1B}[0m\n" : line)
            + rows.map(columns.line).joined()
    }

    private static func columns(of item: ItemOverview) -> [String] {
        guard item.kind == .card else {
            // A title that was made of it says it already.
            let isSaid = item.kind.isRecord && item.userName == item.title
            return [item.title, isSaid ? "" : item.userName, item.sites.first ?? ""]
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
