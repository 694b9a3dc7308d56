import TenonCore
import TenonMemory

/// Reads `application/x-www-form-urlencoded` (WHATWG URL, section 5.1), strictly.
package enum URLEncodedForm {
    /// More entries than any form of ours has.
    static let maximumEntries = 2_000

    /// Reads a body.
    ///
    /// - Throws: ``FormProblem`` for wrong escapes, text that is not UTF-8 and too many entries.
    package static func parse(_ body: [UInt8]) throws(FormProblem) -> FormData {
        var form = FormData()
        for pair in body.split(separator: UInt8(ascii: "&")) {
            guard form.entries.count < maximumEntries else { throw FormProblem.tooManyEntries }
            let parts = pair.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            var name = try decode(parts[0])
            var value = parts.count > 1 ? try decode(parts[1]) : []
            defer {
                name.wipe()
                value.wipe()
            }
            guard let text = String(validating: name, as: UTF8.self), value.isUTF8 else {
                throw FormProblem.notText
            }
            form.entries.append(
                FormData.Entry(name: text, fileName: nil, value: SecretText(utf8: value)))
        }
        return form
    }

    private static func decode(_ text: ArraySlice<UInt8>) throws(FormProblem) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            switch text[index] {
            case UInt8(ascii: "+"):
                result.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard index + 2 < text.endIndex, let high = digit(text[index + 1]),
                    let low = digit(text[index + 2])
                else { throw FormProblem.badEscape }
                result.append(high << 4 | low)
                index += 2
            case let byte:
                result.append(byte)
            }
            index += 1
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
