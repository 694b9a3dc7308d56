import TenonCore
import TenonUI

extension PageLayout {
    /// The code in half blocks and what it is; the text where there is no picture or no room for it.
    func add(_ block: QRCodeBlock, depth: Int, to page: inout Page) {
        addHeading(block.title, depth: depth, to: &page)
        page.add(setter.paragraph(block.alternative))
        guard let text = block.text else {
            return page.add(setter.paragraph("••••••••", .secondary))
        }
        guard let code = codes?.code(of: SecretText(text)) else {
            return page.add(setter.paragraph(text))
        }
        // A camera reads it as a whole only.
        guard code.columns <= width, code.lineCount <= rows ?? .max else {
            page.add(setter.message(noRoom(for: code), .caution, localizer))
            return page.add(setter.paragraph(text))
        }
        for line in code.lines(isInkDark: true) {
            page.add(TextLine(line, CellStyle(paper: .code)))
        }
    }

    private func noRoom(for code: QRCode) -> String {
        localizer(
            UIText.noRoomForCode,
            ["columns": localizer.number(code.columns), "rows": localizer.number(code.lineCount)])
    }
}
