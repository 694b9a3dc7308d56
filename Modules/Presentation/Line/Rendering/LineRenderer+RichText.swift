import TenonCore
import TenonUI

extension LineRenderer {
    /// Paragraphs, with a number behind what leads elsewhere in the application, and the address
    /// behind what leads to the web.
    func richText(_ block: RichTextBlock, _ index: ScreenIndex) -> [String] {
        Array(
            block.paragraphs.enumerated().map { number, spans in
                let texts = texts(of: spans) { index.number(inText: block.id, number, $0) }
                return SpanWrapping.lines(of: texts, width: layout.width).map { pieces in
                    pieces.map { layout.marked($0.text, mark(of: spans[$0.index])) }.joined()
                }
            }.joined(separator: [""]))
    }

    /// The text of each span with what is behind it.
    ///
    /// - Parameter number: The number of where a span leads in the application, by its index.
    func texts(of spans: [TextSpan], number: (Int) -> Int?) -> [String] {
        spans.enumerated().map { index, span in
            if let number = number(index) { return "\(span.text) [\(number)]" }
            guard let address = span.address, address != span.text else { return span.text }
            return "\(span.text) <\(address)>"
        }
    }

    private func mark(of span: TextSpan) -> TextStyle.Mark? {
        if span.isLink { return .link }
        return switch span.style {
        case .plain: nil
        case .emphasis: .emphasis
        case .strong: .strong
        case .code: .role(.accent)
        }
    }
}
