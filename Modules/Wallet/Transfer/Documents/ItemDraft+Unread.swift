import TenonCore
import WalletVault

extension ItemDraft {
    /// Keeps, for an export, the texts of an entry that are in no part of the item.
    ///
    /// So no member is lost that a reader does not know: not a new one, and none that stands where nobody
    /// expects it. The reader calls this when it has read everything else.
    ///
    /// - Parameters:
    ///   - entry: The whole entry.
    ///   - program: What begins the labels of the program's hidden fields, without the dot.
    ///   - understood: The members that only say what something is or where it belongs, such as a type.
    ///   - isOwn: Whether an object is a field that an export of Wallet has made.
    mutating func keepUnread(
        of entry: JSONValue, from program: String, besides understood: Set<String>,
        isOwn: (JSONValue) -> Bool = { _ in false }
    ) {
        let known = KnownTexts(of: item)
        func unread(_ value: JSONValue, isEntry: Bool = false) -> JSONValue? {
            switch value {
            case .null, .bool, .number: return nil
            case .string(let text): return known.contains(text) ? nil : value
            case .array(let elements):
                let rest = elements.compactMap { unread($0) }
                return rest.isEmpty ? nil : .array(rest)
            case .object(let members):
                guard isEntry || !isOwn(value) else { return nil }
                let rest = members.compactMap { member in
                    understood.contains(member.name)
                        ? nil : unread(member.value).map { JSONValue.Member(member.name, $0) }
                }
                return rest.isEmpty ? nil : .object(rest)
            }
        }
        if let rest = unread(entry, isEntry: true) { keep("\(program).unread", rest) }
    }
}

/// The texts that an item holds: each as a whole, and the parts that readers make one text of.
private struct KnownTexts {
    /// The texts by a hash of their bytes, with the seed of this process.
    private var texts: [Int: [SecretText]] = [:]
    private let oneTimePassword: SecretText?

    init(of item: Item) {
        oneTimePassword = item.login?.oneTimePassword
        for part in item.kind.parts + [.notes] { insert(item[part] ?? SecretText(utf8: [])) }
        if let month = item.card?.expiry {
            for form in [
                "\(month.month)", "0\(month.month)", "\(month.year)",
                "\(month.month)/\(month.year)",
                month.cardText,
            ] { insert(form) }
        }
        // In files without its kind, its parts are fields with these labels.
        for (label, _) in item.kind.labelledParts { insert(label) }
        insert(item.title)
        for site in item.login?.sites ?? [] { insert(site) }
        for tag in item.tags {
            insert(tag)
            for folder in tag.split(separator: "/") { insert(String(folder)) }
        }
        for field in item.customFields {
            insert(field.value)
            insert(field.label)
            insert(HiddenLabel.written(field.label))
            var label = field.label[...]
            while let end = label.firstRange(of: ": ") {
                insert(String(label[..<end.lowerBound]))
                label = label[end.upperBound...]
                insert(String(label))
            }
            if field.isHidden, let value = try? JSONReader.read(field.value) { insert(value) }
        }
    }

    /// Whether a text is among these, says a time, or says nothing.
    func contains(_ text: SecretText) -> Bool {
        let trimmed = text.withBytes { bytes in
            let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
            let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start
            return SecretText(utf8: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        }
        return trimmed.isEmpty || has(text) || has(trimmed)
            || Self.looksLikeTime(text) && InternetTime.read(text.reveal()) != nil
            || oneTimePassword != nil && OneTimeCode.read(text) == oneTimePassword
    }

    private func has(_ text: SecretText) -> Bool {
        texts[Self.hash(of: text)]?.contains(text) ?? false
    }

    /// Whether a text has only what a time has, such as `2025-01-02T03:04:05.678Z`: it may be a secret, of
    /// which no string is made.
    private static func looksLikeTime(_ text: SecretText) -> Bool {
        text.count <= 40
            && text.withBytes { bytes in
                bytes.allSatisfy {
                    0x2B...0x3A ~= $0 || [0x20, 0x54, 0x5A, 0x74, 0x7A].contains($0)
                }
            }
    }

    private static func hash(of text: SecretText) -> Int {
        var hasher = Hasher()
        text.withBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }

    private mutating func insert(_ text: String) { insert(SecretText(text)) }

    /// Takes a text, and each line of it.
    private mutating func insert(_ text: SecretText) {
        guard !text.isEmpty, !has(text) else { return }
        texts[Self.hash(of: text), default: []].append(text)
        text.withBytes { bytes in
            let lines = bytes.split(separator: 0x0A)
            guard lines.count > 1 else { return }
            for line in lines { insert(SecretText(utf8: UnsafeRawBufferPointer(rebasing: line))) }
        }
    }

    /// Takes the texts of a value that is kept as JSON.
    private mutating func insert(_ value: JSONValue) {
        switch value {
        case .null, .bool, .number: break
        case .string(let text): insert(text)
        case .array(let elements): for element in elements { insert(element) }
        case .object(let members): for member in members { insert(member.value) }
        }
    }
}
