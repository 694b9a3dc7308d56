import TenonCore
import TenonMemory

/// Writes XML into memory that is wiped, escaped as XML 1.0 wants it.
final class XMLWriter {
    /// What was written so far.
    let buffer = SecretBuffer(capacity: 1 << 16)
    private var open: [String] = []

    /// Begins a document in UTF-8, or a part of one.
    init(isFragment: Bool = false) {
        guard !isFragment else { return }
        buffer.append("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n")
    }

    /// Writes an element with what the closure puts into it.
    func element(
        _ name: String, _ attributes: [String: String] = [:], _ body: () throws -> Void
    ) rethrows {
        start(name, attributes)
        try body()
        end()
    }

    /// Writes an element with a text that is not a secret.
    func element(_ name: String, _ text: String, _ attributes: [String: String] = [:]) {
        start(name, attributes)
        var text = text
        text.withUTF8 { self.text(UnsafeRawBufferPointer($0)) }
        end()
    }

    /// Begins an element.
    func start(_ name: String, _ attributes: [String: String] = [:]) {
        buffer.append("<\(name)")
        for (key, value) in attributes.sorted(by: { $0.key < $1.key }) {
            buffer.append(" \(key)=\"")
            var value = value
            value.withUTF8 { text(UnsafeRawBufferPointer($0)) }
            buffer.append("\"")
        }
        buffer.append(">")
        open.append(name)
    }

    /// Ends the element that was begun last.
    func end() {
        guard let name = open.popLast() else { return }
        buffer.append("</\(name)>")
    }

    /// Writes a text; what XML cannot hold becomes a space, see ``isRepresentable(_:)``.
    func text(_ bytes: UnsafeRawBufferPointer) {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "&"): buffer.append("&amp;")
            case UInt8(ascii: "<"): buffer.append("&lt;")
            case UInt8(ascii: ">"): buffer.append("&gt;")
            case UInt8(ascii: "\""): buffer.append("&quot;")
            // Readers turn a carriage return into a line feed unless it is a reference, and white
            // space in attributes into spaces.
            case 0x09, 0x0A, 0x0D: buffer.append("&#\(byte);")
            case 0..<0x20, 0x7F: buffer.append(UInt8(ascii: " "))
            case 0xEF where Self.isNoncharacter(bytes, at: index):
                buffer.append(UInt8(ascii: " "))
                index += 2
            default: buffer.append(byte)
            }
            index += 1
        }
    }

    /// Whether XML can hold a text as it is: no control characters, and valid UTF-8.
    static func isRepresentable(_ bytes: UnsafeRawBufferPointer) -> Bool {
        for (index, byte) in bytes.enumerated() {
            if byte < 0x20, ![0x09, 0x0A, 0x0D].contains(byte) { return false }
            if byte == 0x7F || isNoncharacter(bytes, at: index) { return false }
        }
        return bytes.isUTF8
    }

    /// Whether U+FFFE or U+FFFF is at an index.
    private static func isNoncharacter(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Bool {
        index + 2 < bytes.count && bytes[index] == 0xEF && bytes[index + 1] == 0xBF
            && bytes[index + 2] >= 0xBE
    }
}
