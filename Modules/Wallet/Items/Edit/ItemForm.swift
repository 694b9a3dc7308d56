package import TenonCore
import TenonUI

/// What the form for an item holds, by field.
package struct ItemForm: Sendable, Equatable {
    /// The largest file that becomes a part of an item, in bytes.
    private static let fileLimit = 64 << 10

    private var values: [ItemFieldName: FieldValue]

    /// Makes a form with these values.
    init(_ values: [ItemFieldName: FieldValue]) { self.values = values }

    /// The text of a field, without space around it; empty when there is none.
    package func text(_ name: ItemFieldName) -> String { Self.trim(untrimmed(name)) }

    /// The text of a field as it was entered; empty when there is none.
    package func untrimmed(_ name: ItemFieldName) -> String {
        values.text(name)?.replacing("\r\n", with: "\n") ?? ""
    }

    /// The lines of a field, without those that are empty.
    package func lines(_ name: ItemFieldName) -> [String] {
        text(name).split(separator: "\n").map { Self.trim(String($0)) }.filter { !$0.isEmpty }
    }

    /// A new secret; `nil` when the present one stays, and empty when it is to be removed.
    package func secret(_ name: ItemFieldName) -> SecretText? {
        let secret = values.secret(name)
        return secret.isEmpty && !removed.contains(name) ? nil : secret
    }

    /// Whether a toggle is on.
    func isOn(_ name: ItemFieldName) -> Bool { values.isOn(name) == true }

    /// The options that are chosen in a field, or its tokens.
    func chosen(_ name: ItemFieldName) -> [String] {
        guard case .choices(let ids) = values[name] else { return [] }
        return ids
    }

    /// The fields whose values are to be removed.
    var removed: [ItemFieldName] { chosen(.remove).map { ItemFieldName(rawValue: $0) } }

    /// The form with the content of the files that were chosen in it, as secrets without the last line break.
    ///
    /// - Throws: `FileError` when one cannot be read or is larger than ``fileLimit``.
    func reading(_ files: any FileReading) async throws -> ItemForm {
        var form = self
        for case (let name, .file(let file)) in values where !file.name.isEmpty {
            let content = try await file.contents(readBy: files, limit: Self.fileLimit)
            form.values[name] = .secret(
                content.withBytes { bytes in
                    let isLine = bytes.last == UInt8(ascii: "\n")
                    return SecretText(
                        utf8: UnsafeRawBufferPointer(rebasing: bytes.dropLast(isLine ? 1 : 0)))
                })
        }
        return form
    }

    /// Takes the values that a person entered; others stay.
    mutating func take(_ fields: [ItemFieldName: FieldValue]) {
        values.merge(fields) { _, new in new }
    }

    private static func trim(_ text: String) -> String {
        let start = text.drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }
}
