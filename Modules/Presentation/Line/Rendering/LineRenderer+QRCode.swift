import TenonCore
import TenonUI

extension LineRenderer {
    /// What the code is, and its picture; the text where there is no picture or no room for it.
    func code(_ block: QRCodeBlock, depth: Int) -> [String] {
        let head = blockHeading(block.title, depth: depth) + layout.paragraph(block.alternative)
        guard let text = block.text else {
            return head + layout.paragraph("•••••••• (\(localizer(UIText.concealed)))", indent: 2)
        }
        guard let code = codes?.code(of: SecretText(text)) else {
            return head + layout.paragraph(text, indent: 2)
        }
        guard code.columns <= layout.width else {
            let size = [
                "columns": localizer.number(code.columns),
                "rows": localizer.number(code.lineCount),
            ]
            return head + message(localizer(UIText.noRoomForCode, size), tone: .caution)
                + layout.paragraph(text, indent: 2)
        }
        return head + code.terminalLines(isColored: layout.style.isOn)
    }
}
