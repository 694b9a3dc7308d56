import TenonCore
import TenonUI

/// The standard streams, and what may be done with them.
struct LineConsole: Sendable {
    /// The longest line that is read, in bytes; a terminal gives at most 4,095.
    static let maximumLineLength = 1 << 20

    /// Standard output: the conversation of a session.
    let output: OutputWriter
    /// Standard error: progress, and what is said outside a session.
    let errors: OutputWriter
    /// Whether input comes from a terminal.
    let isInteractive: Bool
    /// Whether nothing may be asked.
    let isSilent: Bool
    /// Whether lines on standard error can be rewritten.
    let canRewrite: Bool
    /// Whether standard output is a terminal that may be asked to copy.
    let canCopy: Bool
    /// How standard output is coloured.
    let style: TextStyle
    /// How standard error is coloured.
    let errorStyle: TextStyle

    private let columns: Int?

    init(_ configuration: Configuration, application: ApplicationInfo) {
        func style(_ descriptor: Int32) -> TextStyle {
            TextStyle(
                isOn: ColorPolicy.allows(
                    configuration, application: application,
                    isTerminal: Terminal.isTerminal(descriptor)))
        }
        output = OutputWriter(descriptor: StandardStream.output)
        errors = OutputWriter(descriptor: StandardStream.errors)
        isSilent = configuration[LinePresentation.noInput]
        isInteractive = Terminal.isTerminal(StandardStream.input) && !isSilent
        canRewrite =
            Terminal.isTerminal(StandardStream.errors)
            && configuration.environmentVariable("TERM") != "dumb"
        canCopy =
            isInteractive && Terminal.isTerminal(StandardStream.output)
            && !["", "dumb", "linux"].contains(configuration.environmentVariable("TERM") ?? "")
        self.style = style(StandardStream.output)
        errorStyle = style(StandardStream.errors)
        columns = configuration.environmentVariable("COLUMNS").flatMap { Int($0) }
    }

    /// The width of standard output now.
    var width: Int {
        Terminal.size(of: StandardStream.output)?.columns ?? columns ?? Terminal.usualColumns
    }

    /// The width of standard error now.
    var errorWidth: Int {
        Terminal.size(of: StandardStream.errors)?.columns ?? columns ?? Terminal.usualColumns
    }

    /// How many rows of a list are printed at once, so that a screen fits a terminal.
    var pageSize: Int {
        Terminal.size(of: StandardStream.output).map { max(8, $0.rows - 12) } ?? 20
    }
}
