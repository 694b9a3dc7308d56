/// Writes HTML as UTF-8, escaping by context.
package struct HTMLWriter {
    private var bytes: [UInt8] = []

    /// Writes a whole document, with the declaration that makes browsers follow the standard.
    package static func document(_ html: HTML) -> [UInt8] {
        var writer = HTMLWriter()
        writer.bytes.reserveCapacity(32 * 1024)
        writer.raw("<!DOCTYPE html>\n")
        writer.write(html)
        writer.raw("\n")
        return writer.bytes
    }

    /// Writes a piece of HTML, for tests.
    package static func text(_ html: HTML) -> String {
        var writer = HTMLWriter()
        writer.write(html)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private mutating func write(_ html: HTML) {
        switch html {
        case .text(let text):
            escape(text, inAttribute: false)
        case .group(let pieces):
            for piece in pieces { write(piece) }
        case .element(let tag, let attributes, let content):
            raw("<")
            raw(tag.rawValue)
            for attribute in attributes { write(attribute) }
            raw(">")
            guard !tag.isVoid else { return }
            if tag.dropsFirstLineBreak { raw("\n") }
            if !tag.isCode { for piece in content { write(piece) } }
            raw("</")
            raw(tag.rawValue)
            raw(">")
        }
    }

    private mutating func write(_ attribute: Attribute) {
        raw(" ")
        raw(attribute.name)
        guard case .text(let value) = attribute.value else { return }
        raw("=\"")
        escape(value, inAttribute: true)
        raw("\"")
    }

    private mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Writes text with the characters escaped that would end it; control characters, which HTML
    /// forbids, become replacement characters.
    private mutating func escape(_ text: String, inAttribute: Bool) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": raw("&amp;")
            case "<": raw("&lt;")
            case ">": raw("&gt;")
            case "\"" where inAttribute: raw("&quot;")
            case "\n", "\t": bytes.append(UInt8(ascii: scalar))
            case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}": raw("\u{FFFD}")
            default:
                bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }
}
