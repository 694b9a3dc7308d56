import Foundation

/// Makes text comparable for search and sorting: without case and without diacritics.
///
/// Compatibility decomposition (NFKD), without non-spacing marks, in lower case; letters that
/// Unicode does not decompose but people read as variants (ø, ł, ß, æ …) are spelled out. The
/// result is ordered by its code points, the same for persons of every language.
package enum Folding {
    private static let spelled: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h",
        "ı": "i", "þ": "th", "ŧ": "t", "ŋ": "n",
    ]

    /// Folds a text.
    package static func fold(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            return String(decoding: text.utf8.map(lowercased), as: UTF8.self)
        }
        var result = String.UnicodeScalarView()
        for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars
        where scalar.properties.generalCategory != .nonspacingMark {
            for lower in scalar.properties.lowercaseMapping.unicodeScalars
            where lower.properties.generalCategory != .nonspacingMark {
                if let letters = spelled[lower] {
                    result.append(contentsOf: letters.unicodeScalars)
                } else {
                    result.append(lower)
                }
            }
        }
        return String(result)
    }

    /// The folded form stored beside a text; nothing for ASCII.
    static func storedForm(of text: String) -> String? {
        text.utf8.allSatisfy { $0 < 0x80 } ? nil : fold(text)
    }

    /// The words of a query, folded, the longest first.
    static func words(of query: String) -> [[UInt8]] {
        fold(query).split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
            .sorted { $0.count > $1.count }
    }

    /// The lower case of an ASCII byte; other bytes stay.
    static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }
}
