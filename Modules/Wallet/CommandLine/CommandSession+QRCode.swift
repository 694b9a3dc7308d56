import TenonCommandLine
import TenonCore
import TenonUI

extension CommandSession {
    /// The lines of the QR code of a text, for where standard output goes; says why when there are none.
    ///
    /// - Parameters:
    ///   - text: What a camera is to read.
    ///   - columns: The width of the terminal; `nil` for a file that is going to be printed.
    /// - Returns: `nil` when the terminal is too narrow, or the text is too long.
    func codeLines(of text: SecretText, columns: Int?) -> [String]? {
        guard let code = container[.qrCodes]?.code(of: text) else { return nil }
        guard let columns else { return code.lines(isInkDark: true) }
        guard code.columns <= columns else {
            let size = [
                "columns": localizer.number(code.columns),
                "rows": localizer.number(code.lineCount),
            ]
            say(localizer(UIText.noRoomForCode, size), tone: .neutral)
            return nil
        }
        let isColored = ColorPolicy.allows(
            container[.configuration], application: container[.application], isTerminal: true)
        return code.terminalLines(isColored: isColored)
    }
}
