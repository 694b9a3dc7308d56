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
        let isWhole = PercentCoding.decode(text, plusIsSpace: true) { result.append($0) }
        guard isWhole else { throw FormProblem.badEscape }
        return result
    }
}
