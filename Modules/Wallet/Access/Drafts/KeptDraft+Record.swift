import Foundation
import TenonCore
import TenonUI
import WalletVault

/// The record in which what was typed is kept, in fields of tag, length and value.
extension KeptDraft {
    private enum Tag { static let location = 1, title = 2, value = 3, id = 4 }
    private enum ValueTag {
        static let id = 1, text = 2, secret = 3, toggle = 4, choices = 5, choice = 6, path = 7
    }

    /// The record of it.
    var record: SecretText {
        let writer = SecretWriter()
        writer.field(Tag.id, id.uuidString)
        writer.field(Tag.location, location.description)
        writer.field(Tag.title, title)
        for (id, value) in values {
            writer.field(Tag.value) { Self.write(id, value, to: $0) }
        }
        return writer.withBytes { SecretText(utf8: $0) }
    }

    private static func write(_ id: String, _ value: FieldValue, to writer: SecretWriter) {
        writer.field(ValueTag.id, id)
        switch value {
        case .text(let text): writer.field(ValueTag.text, text)
        case .secret(let secret): writer.field(ValueTag.secret, secret)
        case .toggle(let isOn): writer.field(ValueTag.toggle, isOn ? 1 : 0)
        case .choices(let ids):
            writer.field(ValueTag.choices) { list in
                for id in ids { list.field(ValueTag.choice, id) }
            }
        case .file(let file):
            if case .path(let path) = file.content { writer.field(ValueTag.path, path) }
        }
    }

    /// Reads a record.
    ///
    /// - Throws: `VaultError` (`vaultUnreadable`); `RoutingError` for an unreadable location.
    init(record: SecretText) throws {
        self = try record.withBytes { bytes in
            var draft = KeptDraft(location: Location([]), title: "", values: [:])
            var id: UUID?
            var reader = FieldReader(bytes)
            while let field = try reader.next() {
                switch field.tag {
                case Tag.id: id = UUID(uuidString: field.text)
                case Tag.location: draft.location = try Location(parsing: field.text)
                case Tag.title: draft.title = field.text
                case Tag.value: try draft.read(field.value)
                default: continue
                }
            }
            return KeptDraft(
                id: id ?? draft.id, location: draft.location, title: draft.title,
                values: draft.values)
        }
    }

    private mutating func read(_ bytes: UnsafeRawBufferPointer) throws {
        var id = ""
        var reader = FieldReader(bytes)
        while let field = try reader.next() {
            switch field.tag {
            case ValueTag.id: id = field.text
            case ValueTag.text: values[id] = .text(field.text)
            case ValueTag.secret: values[id] = .secret(field.secret)
            case ValueTag.toggle: values[id] = .toggle(field.number != 0)
            case ValueTag.choices: values[id] = .choices(try Self.choices(field.value))
            case ValueTag.path: values[id] = .file(FieldReading.file(at: field.text))
            default: continue
            }
        }
    }

    private static func choices(_ bytes: UnsafeRawBufferPointer) throws -> [String] {
        var ids: [String] = []
        var reader = FieldReader(bytes)
        while let field = try reader.next() {
            if field.tag == ValueTag.choice { ids.append(field.text) }
        }
        return ids
    }
}
