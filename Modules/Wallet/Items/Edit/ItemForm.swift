package import TenonCore
package import TenonUI

/// What the form for an item holds, by field.
package struct ItemForm: Sendable, Equatable {
    /// The largest file that becomes a part of an item, in bytes.
    private static let fileLimit = 64 << 10

    private var values: [String: FieldValue]

    /// Makes a form with these values.
    init(_ values: [String: FieldValue]) { self.values = values }

    /// The text of a field, without space around it; empty when there is none.
    package func text(_ id: String) -> String { Self.trim(untrimmed(id)) }

    /// The text of a field as it was entered; empty when there is none.
    package func untrimmed(_ id: String) -> String {
        guard case .text(let text) = values[id] else { return "" }
        return text.replacing("\r\n", with: "\n")
    }

    /// The parts of a field that is a list, without those that are empty.
    package func list(_ id: String, separator: Character) -> [String] {
        text(id).split(separator: separator).map { Self.trim(String($0)) }.filter { !$0.isEmpty }
    }

    /// A new secret; `nil` when the present one stays, and empty when it is to be removed.
    package func secret(_ id: String) -> SecretText? {
        if case .secret(let secret) = values[id], !secret.isEmpty { return secret }
        return removed.contains(id) ? SecretText(utf8: []) : nil
    }

    /// Whether a toggle is on.
    func isOn(_ id: String) -> Bool { values[id] == .toggle(true) }

    /// The fields whose values are to be removed.
    var removed: [String] {
        guard case .choices(let ids) = values[ItemFields.remove] else { return [] }
        return ids
    }

    /// The form with the content of the files that were chosen in it, as secrets without the last line break.
    ///
    /// - Throws: `FileError` when one cannot be read or is larger than ``fileLimit``.
    func reading(_ files: any FileReading) async throws -> ItemForm {
        var form = self
        for case (let id, .file(let file)) in values where !file.name.isEmpty {
            let content = try await file.contents(readBy: files, limit: Self.fileLimit)
            form.values[id] = .secret(
                content.withBytes { bytes in
                    let isLine = bytes.last == UInt8(ascii: "\n")
                    return SecretText(
                        utf8: UnsafeRawBufferPointer(rebasing: bytes.dropLast(isLine ? 1 : 0)))
                })
        }
        return form
    }

    /// The form with another value for a field.
    package func setting(_ id: String, to value: FieldValue) -> ItemForm {
        var form = self
        form.values[id] = value
        return form
    }

    /// Takes the values that a person entered; others stay.
    mutating func take(_ fields: [String: FieldValue]) {
        values.merge(fields) { _, new in new }
    }

    private static func trim(_ text: String) -> String {
        let start = text.drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }
}
