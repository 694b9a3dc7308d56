import TenonCore
import TenonMemory
import WalletVault

/// Writes the text with columns: those of KeePassXC, then those of Wallet.
enum TextWriter {
    /// The whole file (RFC 4180).
    static func document(_ items: [ItemWithHistory]) -> SecretBuffer {
        let result = SecretBuffer(capacity: items.count * 512 + 512)
        let names = ImportFormat.keePassText.columns + WalletColumn.allCases.map(\.rawValue)
        row(names.map { SecretText($0) }, to: result)
        for exported in items { row(cells(exported.item), to: result) }
        return result
    }

    private static func cells(_ item: Item) -> [SecretText] {
        let login = item.login
        let groups = KeePassItem.groups(of: item)
        let cells: [SecretText] = [
            SecretText((["Wallet"] + groups.map(\.name)).joined(separator: "/")),
            SecretText(item.title), SecretText(login?.userName ?? ""),
            login?.password ?? SecretText(utf8: []), SecretText(login?.sites.first ?? ""),
            item.notes,
            login?.oneTimePassword.map(OneTimeAddress.complete) ?? SecretText(utf8: []),
            icon(item), SecretText(InternetTime.write(item.changed)),
            SecretText(InternetTime.write(item.created)),
        ]
        return cells + WalletColumn.allCases.map { cell($0, item) }
    }

    /// The number of the icon that a file of KeePass had; 0 is a key.
    private static func icon(_ item: Item) -> SecretText {
        let labels = [".keepass-csv.Icon", ".keepass.element.IconID"]
        let field = item.customFields.first { labels.contains($0.label) }
        // In a database it is kept as `<IconID>12</IconID>`.
        let digits = field.map { $0.value.reveal().filter(\.isNumber) } ?? ""
        return SecretText(digits.isEmpty ? "0" : digits)
    }

    private static func cell(_ column: WalletColumn, _ item: Item) -> SecretText {
        switch column {
        case .kind: return SecretText(item.kind.rawValue)
        case .favorite: return SecretText(item.isFavorite ? "true" : "false")
        case .sites: return json(texts(Array((item.login?.sites ?? []).dropFirst())))
        case .passwordChanged:
            guard let login = item.login else { return SecretText(utf8: []) }
            return SecretText(
                login.isPasswordDated
                    ? InternetTime.write(login.passwordChanged) : WalletColumn.unknownTime)
        case .tags: return json(texts(item.tags))
        case .card:
            guard let card = item.card else { return SecretText(utf8: []) }
            return json(
                .object(
                    CardField.allCases.compactMap { part in
                        let value = part.value(of: card)
                        return value.isEmpty
                            ? nil : JSONValue.Member(part.rawValue, .string(value))
                    }))
        case .parts:
            guard let record = item.record else { return SecretText(utf8: []) }
            return json(
                .object(
                    record.kind.parts.compactMap { part in
                        record[part].flatMap { text in
                            text.isEmpty
                                ? nil : JSONValue.Member(part.rawValue, .string(text))
                        }
                    }))
        case .fields:
            return json(
                .array(
                    item.customFields.map { field in
                        [
                            "label": .string(field.label), "value": .string(field.value),
                            "concealed": .bool(field.isConcealed),
                        ]
                    }))
        }
    }

    private static func texts(_ texts: [String]) -> JSONValue {
        .array(texts.map { .string(SecretText($0)) })
    }

    private static func json(_ value: JSONValue) -> SecretText {
        value.isVoid ? SecretText(utf8: []) : value.written
    }

    /// Every field in quotation marks, those inside doubled, and CRLF at the end.
    private static func row(_ cells: [SecretText], to result: SecretBuffer) {
        let quote = UInt8(ascii: "\"")
        for (index, cell) in cells.enumerated() {
            if index > 0 { result.append(UInt8(ascii: ",")) }
            result.append(quote)
            cell.withBytes { bytes in
                for byte in bytes {
                    if byte == quote { result.append(quote) }
                    result.append(byte)
                }
            }
            result.append(quote)
        }
        result.append([0x0D, 0x0A])
    }
}
