import TenonCore
import TenonUI

/// Writes QR codes: a picture, dark on light in every scheme, and what it is.
struct QRCodeRenderer {
    let localizer: Localizer
    /// Makes the codes; `nil` where the program has nothing that does.
    let codes: (any QRCodeMaking)?

    /// A code; its text where there is no picture of it.
    func code(_ block: QRCodeBlock, level: Int) -> HTML {
        let id = DOMIdentifier.make("block", block.id)
        let caption = "\(id).caption"
        return element(
            .figure, .class("card qr-code"),
            Attribute(.ariaLabelledBy, block.title.isEmpty ? caption : id)
        ) {
            BlockRenderer.heading(block.title, level: level, id: id)
            content(block, labelledBy: caption)
            element(.figcaption, .id(caption), Attribute(.dir, "auto")) { block.alternative }
        }
    }

    /// The marks of what the page conceals by itself when nobody else does any more.
    private func style(_ name: String, _ block: QRCodeBlock) -> Attribute {
        .class(name, block.isRevealed ? "revealed" : "")
    }

    private func content(_ block: QRCodeBlock, labelledBy caption: String) -> HTML {
        guard let text = block.text else {
            return element(.p, .class("value secret")) { localizer(UIText.concealed) }
        }
        guard let code = codes?.code(of: SecretText(text)) else {
            return element(.p, style("value", block), Attribute(.dir, "ltr")) { text }
        }
        let width = code.size + 2 * QRCode.quietZone
        return element(
            .svg, style("qr-code-picture", block), Attribute(.viewBox, "0 0 \(width) \(width)"),
            Attribute(.role, "img"), Attribute(.ariaLabelledBy, caption),
            Attribute(.focusable, "false")
        ) {
            element(.path, Attribute(.d, path(of: code)))
        }
    }

    /// The dark modules of each row, those beside each other as one rectangle.
    private func path(of code: QRCode) -> String {
        var path = ""
        for row in 0..<code.size {
            var start = 0
            // Beyond the last module all are light.
            for column in 0...code.size where !code.isDark(column: column, row: row) {
                if column > start {
                    let length = column - start
                    path += "M\(QRCode.quietZone + start) \(QRCode.quietZone + row)"
                    path += "h\(length)v1h-\(length)z"
                }
                start = column + 1
            }
        }
        return path
    }
}
