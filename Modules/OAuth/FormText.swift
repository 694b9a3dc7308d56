import TenonCore
import TenonMemory

/// Names and values as forms and queries have them (WHATWG URL, section 5).
enum FormText {
    /// More pairs than any answer has.
    private static let mostPairs = 64

    /// Text as a name or a value.
    static func encoded(_ text: String) -> String {
        PercentCoding.encode(text.utf8) { !PercentCoding.isUnreserved($0) }
    }

    /// The content of a form, some of whose values are secrets.
    static func body(_ pairs: [(name: String, value: SecretText)]) -> [UInt8] {
        let buffer = SecretBuffer()
        for (name, value) in pairs {
            if !buffer.isEmpty { buffer.append(UInt8(ascii: "&")) }
            buffer.append("\(encoded(name))=")
            value.withBytes { bytes in
                for byte in bytes {
                    if PercentCoding.isUnreserved(byte) {
                        buffer.append(byte)
                    } else {
                        buffer.append("%\(byte.hexadecimal(uppercase: true))")
                    }
                }
            }
        }
        return buffer.withBytes { Array($0) }
    }

    /// The values of a query by their names; a name that is there twice has none.
    static func pairs(_ query: String) -> [String: SecretText] {
        var values: [String: SecretText] = [:]
        var names: Set<String> = []
        for pair in query.split(separator: "&").prefix(mostPairs) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = decoded(parts[0]).reveal()
            guard names.insert(name).inserted else {
                values[name] = nil
                continue
            }
            values[name] = decoded(parts.count > 1 ? parts[1] : "")
        }
        return values
    }

    private static func decoded(_ text: Substring) -> SecretText {
        let buffer = SecretBuffer()
        PercentCoding.decode(text.utf8, plusIsSpace: true) { buffer.append($0) }
        return buffer.text
    }
}
