import TenonCore
package import TenonUI

/// Text that a server sends as HTML, as paragraphs of spans.
package enum HTMLText {
    /// A link as it stands in a text.
    package struct Link: Sendable, Equatable {
        /// The address, `http` or `https`.
        package let address: String
        /// The words that lead there.
        package let words: String
        /// The classes that the server gives it, such as `mention`.
        package let classes: Set<String>
    }

    /// The longest text that is read, in bytes.
    private static let longest = 100_000

    /// The paragraphs of a text.
    ///
    /// - Parameters:
    ///   - html: The text as the server sends it.
    ///   - lead: Where a link leads in the application; `nil` leaves it as it is.
    /// - Returns: Paragraphs with something in them.
    package static func paragraphs(
        of html: String, lead: @escaping (Link) -> TextSpan.Link? = { _ in nil }
    ) -> [[TextSpan]] {
        let html = html.utf8.count > longest ? String(html.unicodeScalars.prefix(longest)) : html
        var writer = ParagraphWriter(lead: lead)
        writer.write(HTMLNode.read(html))
        writer.endParagraph()
        return writer.paragraphs
    }

    /// The words of a text on one line.
    package static func line(of html: String) -> String {
        paragraphs(of: html).map { $0.map(\.text).joined() }.joined(separator: " ")
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

/// Writes down what elements mean.
private struct ParagraphWriter {
    private(set) var paragraphs: [[TextSpan]] = []
    private var spans: [TextSpan] = []
    private var style = TextSpan.Style.plain
    private var link: TextSpan.Link?
    private var keepsSpace = false
    private let lead: (HTMLText.Link) -> TextSpan.Link?

    /// What runs, draws or asks: passed over with all that is in it.
    private static let silent: Set<String> = [
        "script", "style", "head", "title", "template", "iframe", "object", "embed", "svg", "math",
        "form", "input", "button", "select", "textarea", "noscript", "audio", "video", "img",
    ]
    private static let blocks: Set<String> = [
        "p", "div", "ul", "ol", "blockquote", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "table",
        "tr", "section", "article", "header", "footer", "hr", "dl", "dt", "dd",
    ]

    init(lead: @escaping (HTMLText.Link) -> TextSpan.Link?) { self.lead = lead }

    mutating func write(_ nodes: [HTMLNode]) {
        for node in nodes {
            switch node.kind {
            case .text(let text): add(text)
            case .element(let name): write(node, called: name)
            }
        }
    }

    /// Ends a paragraph, if there is anything in it.
    mutating func endParagraph() {
        while let last = spans.last, let end = last.text.last, end.isWhitespace {
            spans[spans.count - 1].text.removeLast()
            if spans[spans.count - 1].text.isEmpty { spans.removeLast() }
        }
        if !spans.isEmpty { paragraphs.append(spans) }
        spans = []
    }

    private mutating func write(_ node: HTMLNode, called name: String) {
        let outer = (style: style, link: link, keepsSpace: keepsSpace)
        defer { (style, link, keepsSpace) = outer }
        switch name {
        case _ where Self.silent.contains(name):
            return
        case "br":
            return add("\n", isBreak: true)
        case "a":
            link = target(of: node)
        case "em", "i":
            style = .emphasis
        case "strong", "b":
            style = .strong
        case "code", "tt", "kbd", "samp":
            style = .code
        case "span":
            return writeSpan(node)
        case "li":
            endParagraph()
            add("• ")
            write(node.children)
            return endParagraph()
        case _ where Self.blocks.contains(name):
            endParagraph()
            if name == "pre" { (keepsSpace, style) = (true, .code) }
            write(node.children)
            return endParagraph()
        default:
            break
        }
        write(node.children)
    }

    /// Servers hide the beginning and the end of long addresses in this way.
    private mutating func writeSpan(_ node: HTMLNode) {
        let classes = Self.classes(of: node)
        guard !classes.contains("invisible") else { return }
        write(node.children)
        if classes.contains("ellipsis") { add("…") }
    }

    private func target(of node: HTMLNode) -> TextSpan.Link? {
        guard let address = node.attributes["href"], !HarmlessText.isNeeded(for: address),
            address.hasPrefix("https://") || address.hasPrefix("http://")
        else { return nil }
        let link = HTMLText.Link(
            address: address, words: Self.words(in: node.children),
            classes: Self.classes(of: node))
        return lead(link) ?? .address(address)
    }

    private static func classes(of node: HTMLNode) -> Set<String> {
        Set((node.attributes["class"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init))
    }

    private static func words(in nodes: [HTMLNode]) -> String {
        nodes.map { node in
            if case .text(let text) = node.kind { text } else { words(in: node.children) }
        }.joined()
    }

    private mutating func add(_ text: String, isBreak: Bool = false) {
        var text = text
        if !keepsSpace, !isBreak { text = collapsed(text) }
        guard !text.isEmpty else { return }
        text = HarmlessText.lines(text)
        if let last = spans.last, last.style == style, last.link == link {
            spans[spans.count - 1].text += text
        } else {
            spans.append(TextSpan(text, style, link: link))
        }
    }

    /// White space is one space, and none at the beginning of a line.
    private func collapsed(_ text: String) -> String {
        var result = ""
        var last = spans.last?.text.last ?? "\n"
        for character in text {
            let isSpace = character.isWhitespace && character != "\u{A0}"
            if isSpace, last.isWhitespace { continue }
            last = isSpace ? " " : character
            result.append(last)
        }
        return result
    }
}
