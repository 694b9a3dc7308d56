import TenonCore
import TenonMemory
import TenonSecurity
import TenonUI
import WalletVault

/// An item as a text that a person changes in an editor.
///
/// Each part is a line such as `user-name: ada`, and the notes are what follows the line `notes:`. A
/// concealed value, ``concealed``, means the present one. A byte order mark that an editor has put in
/// front is passed over, and so are the carriage returns of one that ends all lines with them. A text with
/// no line of the item is none: the editor has not saved what it was given.
struct ItemText {
    /// What stands for a value that is not shown.
    static let concealed = SecretText("••••••••")

    private static let title = "title"
    private static let tag = "tag"
    private static let favorite = "favorite"
    private static let field = "field "
    private static let secretField = "secret-field "
    private static let notes = "notes:"

    let item: Item
    let isRevealed: Bool

    /// The text, below lines of explanation.
    func text(explanation: [String]) -> SecretText {
        let buffer = SecretBuffer()
        for line in explanation { buffer.append("# \(line)\n") }
        func append(_ name: String, _ value: SecretText, isSecret: Bool = false) {
            buffer.append("\(name):")
            if !value.isEmpty {
                buffer.append(" ")
                buffer.append(
                    isSecret && !isRevealed || value.hasLineBreak ? Self.concealed : value)
            }
            buffer.append("\n")
        }
        append(Self.title, SecretText(item.title))
        for part in item.kind.editedParts {
            append(part.rawValue, part.text(of: item) ?? SecretText(""), isSecret: part.isSecret)
        }
        for site in item.login?.sites ?? [] { append(NamedPart.site.rawValue, SecretText(site)) }
        for tag in item.tags { append(Self.tag, SecretText(tag)) }
        append(Self.favorite, SecretText(item.isFavorite ? "yes" : "no"))
        for (place, field) in item.customFields.enumerated() {
            guard let name = nameInText(ofField: place) else { continue }
            append(
                (field.isConcealed ? Self.secretField : Self.field) + name, field.value,
                isSecret: field.isConcealed)
        }
        buffer.append("\(Self.notes)\n")
        buffer.append(item.notes)
        if !item.notes.isEmpty { buffer.append("\n") }
        return buffer.text
    }

    /// The item as a text says, with what the text conceals or does not have a line for.
    ///
    /// - Throws: ``WalletCommandError`` that names the line, and errors of the one-time password.
    func item(changedTo text: SecretText) throws -> Item {
        let lines = try Lines(text, of: item.kind)
        var item = item
        item.title = lines.text(Self.title, item.title)
        item.tags = lines.texts(lines.tags, item.tags)
        item.isFavorite = try lines.favorite
        item.notes = lines.notes
        item.customFields = try customFields(lines)
        for part in item.kind.editedParts {
            let present = part.text(of: self.item) ?? SecretText("")
            let value = lines.value(part.rawValue, present)
            // A secret that cannot be read would never make a code.
            if part == .part(.oneTimePassword), !value.isEmpty {
                _ = try OneTimePassword(reading: value)
            }
            if part == .part(.expiry) {
                item[.expiry] = SecretText(try lines.month(part.rawValue)?.description ?? "")
            } else if let part = part.part {
                item[part] = value
            }
        }
        if case .login(var login) = item {
            login.sites = lines.texts(lines.sites, login.sites)
            item = .login(login)
        }
        item.fillTitle()
        return item
    }

    /// What a field is called in its line; `nil` when it has none, and stays as it is.
    private func nameInText(ofField place: Int) -> String? {
        let field = item.customFields[place]
        let label = field.label
        let canBeEdited =
            !field.isHidden && !label.isEmpty && !label.contains(":") && label.trimmed == label
            && !label.contains(where: \.isNewline)
        return canBeEdited ? FieldReference.name(of: place, in: item.customFields) : nil
    }

    private func customFields(_ lines: Lines) throws -> [CustomField] {
        var named: Set<Int> = []
        let unnamed = item.customFields.indices.filter { nameInText(ofField: $0) == nil }
        return try unnamed.map { item.customFields[$0] }
            + lines.fields.map { line in
                let place = try FieldReference(line.label).place(in: item.customFields)
                    .flatMap { nameInText(ofField: $0) != nil ? $0 : nil }
                    .flatMap { named.insert($0).inserted ? $0 : nil }
                var field = place.map { item.customFields[$0] }
                if line.value == Self.concealed {
                    guard field != nil else {
                        throw WalletCommandError.badText(line.number, "nothing is concealed here")
                    }
                } else if field != nil {
                    field?.value = line.value
                }
                field?.isConcealed = line.isConcealed
                return field
                    ?? CustomField(
                        label: line.label, value: line.value, isConcealed: line.isConcealed)
            }
    }

    /// A text taken apart.
    private struct Lines {
        struct FieldLine {
            let number: Int
            let label: String
            let value: SecretText
            let isConcealed: Bool
        }

        private var values: [String: (number: Int, value: SecretText)] = [:]
        private(set) var sites: [SecretText] = []
        private(set) var tags: [SecretText] = []
        private(set) var fields: [FieldLine] = []
        private(set) var notes = SecretText("")
        /// Whether there is the line after which the notes come.
        private var hasNotes = false

        init(_ text: SecretText, of kind: ItemKind) throws {
            let names = Set(kind.editedParts.map(\.rawValue) + [title, ItemText.favorite])
            try text.withBytes { bytes in
                var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : bytes.startIndex
                let isCRLF = bytes.endsAllLinesWithCRLF
                var number = 0
                while start < bytes.endIndex {
                    let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
                    let isReturned = bytes[start..<end].last == UInt8(ascii: "\r")
                    let line = UnsafeRawBufferPointer(
                        rebasing: bytes[start..<(isReturned ? end - 1 : end)])
                    start = min(end + 1, bytes.endIndex)
                    number += 1
                    if line.elementsEqual(ItemText.notes.utf8) {
                        try Self.check(
                            UnsafeRawBufferPointer(rebasing: bytes[start...]), number + 1)
                        let rest = SecretBuffer(capacity: bytes.count - start)
                        for byte in bytes[start...] where !isCRLF || byte != UInt8(ascii: "\r") {
                            rest.append(byte)
                        }
                        notes = rest.withBytes { SecretText(utf8: $0[...].withoutLastLineBreak) }
                        hasNotes = true
                        return
                    }
                    try Self.check(line, number)
                    try read(line, number, of: kind, names)
                }
            }
            guard hasNotes || !values.isEmpty || !sites.isEmpty || !tags.isEmpty || !fields.isEmpty
            else { throw WalletCommandError.emptyText }
        }

        /// Refuses what an editor has saved in another encoding.
        private static func check(_ bytes: UnsafeRawBufferPointer, _ number: Int) throws {
            guard bytes.isUTF8, !bytes.contains(0) else {
                throw WalletCommandError.badText(number, "it is not text in UTF-8")
            }
        }

        private mutating func read(
            _ line: UnsafeRawBufferPointer, _ number: Int, of kind: ItemKind, _ names: Set<String>
        ) throws {
            guard line.first != UInt8(ascii: "#"), !line.allSatisfy({ $0 <= 32 }) else { return }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
                throw WalletCommandError.badText(number, "it has no name and colon in front")
            }
            let name = String(decoding: line[..<colon], as: UTF8.self)
            var rest = line[(colon + 1)...]
            if rest.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
            let value = SecretText(utf8: UnsafeRawBufferPointer(rebasing: rest))
            if name == NamedPart.site.rawValue, kind == .login {
                if !value.isEmpty { sites.append(value) }
            } else if name == tag {
                if !value.isEmpty { tags.append(value) }
            } else if name.hasPrefix(ItemText.field) || name.hasPrefix(secretField) {
                let isConcealed = name.hasPrefix(secretField)
                let label = String(name.dropFirst((isConcealed ? secretField : field).count))
                    .trimmed
                guard !label.isEmpty, !label.hasPrefix(".") else {
                    throw WalletCommandError.badText(number, "the field needs another label")
                }
                fields.append(
                    FieldLine(number: number, label: label, value: value, isConcealed: isConcealed))
            } else if !names.contains(name) {
                throw WalletCommandError.badText(
                    number, "\"\(HarmlessText.line(name))\" is not a part of this item")
            } else if values.updateValue((number, value), forKey: name) != nil {
                throw WalletCommandError.badText(number, "\"\(name)\" is there twice")
            }
        }

        /// The value of a line; what is concealed is the present one, and what has no line is empty.
        func value(_ name: String, _ present: SecretText) -> SecretText {
            guard let value = values[name]?.value else { return SecretText("") }
            return value == concealed ? present : value
        }

        /// The values of lines of one name; what is concealed is the present one at its place, and what is
        /// only white space is none.
        func texts(_ values: [SecretText], _ present: [String]) -> [String] {
            values.enumerated().compactMap { place, value in
                if value == concealed, present.indices.contains(place) { return present[place] }
                let text = value.reveal().trimmed
                return text.isEmpty ? nil : text
            }
        }

        func text(_ name: String, _ present: String) -> String {
            value(name, SecretText(present)).reveal().trimmed
        }

        var favorite: Bool {
            get throws {
                guard let line = values[ItemText.favorite] else { return false }
                switch line.value.reveal().trimmed {
                case "yes": return true
                case "no", "": return false
                default: throw WalletCommandError.badText(line.number, "write \"yes\" or \"no\"")
                }
            }
        }

        func month(_ name: String) throws -> YearMonth? {
            guard let line = values[name], !line.value.isEmpty else { return nil }
            guard let month = YearMonth(line.value.reveal().trimmed) else {
                throw WalletCommandError.badText(line.number, "write the month as in 04/28")
            }
            return month
        }
    }
}

extension ItemKind {
    /// The parts that have one line each.
    fileprivate var editedParts: [NamedPart] { parts.map { .part($0) } }
}

extension SecretText {
    fileprivate var hasLineBreak: Bool {
        withBytes { bytes in bytes.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether a carriage return stands before the end of each line, and nowhere else.
    fileprivate var endsAllLinesWithCRLF: Bool {
        let returns = indices.filter { self[$0] == UInt8(ascii: "\r") }
        return returns.count == count { $0 == UInt8(ascii: "\n") }
            && returns.allSatisfy { $0 + 1 < count && self[$0 + 1] == UInt8(ascii: "\n") }
    }
}

extension Slice<UnsafeRawBufferPointer> {
    fileprivate var withoutLastLineBreak: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: last == UInt8(ascii: "\n") ? dropLast() : self)
    }
}
