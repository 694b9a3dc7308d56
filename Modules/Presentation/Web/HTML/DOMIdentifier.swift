import TenonCore

/// Makes the `id` of an element from parts that may hold any character.
///
/// Different parts give different ids: letters, digits and `-` stay, everything else becomes `_`
/// and two hexadecimal digits for each UTF-8 byte, and parts are joined by `.`.
package enum DOMIdentifier {
    /// The id of a part of the page.
    package static func make(_ parts: String...) -> String {
        parts.map(encoded).joined(separator: ".")
    }

    private static func encoded(_ part: String) -> String {
        var result = ""
        for byte in part.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                result += "_" + byte.hexadecimal()
            }
        }
        return result
    }
}
