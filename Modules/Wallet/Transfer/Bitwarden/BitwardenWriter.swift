import TenonCore
import TenonMemory
import WalletVault

/// Writes the JSON that Bitwarden and the programs that know it import.
struct BitwardenWriter {
    /// The field with all tags of an item; Bitwarden has one folder for each.
    static let tagsLabel = "wallet.tags"

    private typealias Member = JSONValue.Member

    /// The whole document.
    ///
    /// - Parameters:
    ///   - items: What is in it.
    ///   - ids: The ids of items that need one, since files belong to them.
    static func document(
        _ items: [ItemWithHistory], ids: [ItemID: String] = [:]
    ) -> SecretBuffer {
        var folders: [String: String] = [:]
        let values = items.map { value($0, ids[$0.item.id], &folders) }
        let list = folders.sorted { $0.key < $1.key }.map { name, id in
            ["id": .string(id), "name": .string(name)] as JSONValue
        }
        let document: JSONValue = [
            "encrypted": .bool(false), "folders": .array(list), "items": .array(values),
        ]
        return document.encoded
    }

    private static func value(
        _ exported: ItemWithHistory, _ id: String?, _ folders: inout [String: String]
    ) -> JSONValue {
        let item = exported.item
        let kind = BitwardenKind(of: item)
        var kept = Kept(item.fields(without: kind?.parts))
        // What earlier versions of Wallet have kept of attachments says nothing of those that are here.
        _ = kept.take("attachments")
        var identity: [Member] = []
        if let id {
            _ = kept.take("id")
            identity = [Member("id", .string(id))]
        }
        // The marks that the tag stands for are there themselves.
        let isMarked = BitwardenItem.isWithheld(item)
        let tags = item.tags.filter { !isMarked || $0 != FillTag.none }
        let folder = tags.first.map { name in
            let id = folders[name] ?? identifier()
            folders[name] = id
            return id
        }
        let keptType = kept.take("type")?.integer
        let type = kind?.number ?? keptType ?? number(item.kind)
        let common: JSONValue = [
            "folderId": folder.map { .string($0) } ?? .null,
            "collectionIds": kept.take("collectionIds") ?? .null,
            "type": .number(type), "name": .string(item.title),
            "notes": item.notes.isEmpty ? .null : .string(item.notes),
            "favorite": .bool(item.isFavorite),
            "creationDate": .string(InternetTime.write(item.created)),
            "revisionDate": .string(InternetTime.write(item.changed)),
        ]
        var parts: JSONValue = [:]
        switch item {
        case .login(let login):
            let main = value(login, &kept)
            let former = PasswordHistoryFormat.bitwarden.list(
                exported, kept: kept.take("passwordHistory"))
            parts = ["login": main, "passwordHistory": former.isEmpty ? .null : .array(former)]
        case .card(let card):
            parts = ["card": value(card, &kept)]
            kept.addVisible(CardField.issuer, of: card)
            kept.addVisible(CardField.pin, of: card)
        case .record(let record):
            if let kind {
                parts = [kind.member: kept.takeParts(of: record, kind)]
            } else {
                parts = ["secureNote": ["type": .number(0)]]
            }
        case .note:
            if type == BitwardenItem.Kind.note.rawValue {
                parts = ["secureNote": ["type": .number(0)]]
            } else if let name = BitwardenItem.Kind.member(type) {
                parts = [name: kept.takeParts(name)]
            }
        }
        if tags.count > 1 {
            kept.addHidden(
                tagsLabel, JSONValue.array(tags.map { .string(SecretText($0)) }))
        }
        return common.adding(identity + parts.members + kept.rest())
            .adding([Member("fields", .array(kept.fields()))])
    }

    private static func number(_ kind: ItemKind) -> Int {
        switch kind {
        case .login, .other: BitwardenItem.Kind.login.rawValue
        case .card: BitwardenItem.Kind.card.rawValue
        case .note, .identity, .bank, .wifi, .licence, .sshKey: BitwardenItem.Kind.note.rawValue
        }
    }

    private static func value(_ login: Login, _ kept: inout Kept) -> JSONValue {
        // Each address has its rule of matching again.
        let rules = kept.take("login.uris")
        let ruled = (rules?.elements ?? []).filter(BitwardenItem.isSite)
        func site(of rule: JSONValue) -> String { rule["uri"]?.text.trimmingSpaces ?? "" }
        let isSame = rules != nil && ruled.map(site) == login.sites
        let sites = login.sites.map { address in
            ruled.first { site(of: $0) == address }
                ?? ["match": .null, "uri": .string(address)] as JSONValue
        }
        let others = (rules?.elements ?? []).filter { !BitwardenItem.isSite($0) }
        let uris = isSame ? rules ?? .null : .array(sites + others)
        // Bitwarden makes codes of Steam, which are in a field here.
        let secret = login.oneTimePassword ?? kept.takeOtherCode()
        let oneTime = secret.map { JSONValue.string($0) } ?? .null
        // What earlier versions of Wallet have kept of a date is older than the date of the login.
        let keptDate = kept.take("login.\(BitwardenItem.passwordDate)") ?? .null
        let changed: JSONValue =
            login.isPasswordDated ? .string(InternetTime.write(login.passwordChanged)) : keptDate
        let value: JSONValue = [
            "uris": uris, "username": .string(login.userName),
            "password": .string(login.password), "totp": oneTime,
            BitwardenItem.passwordDate: changed,
        ]
        return value.adding(kept.takeAll("login."))
    }

    private static func value(_ card: Card, _ kept: inout Kept) -> JSONValue {
        let value: JSONValue = [
            "cardholderName": .string(card.holder), "number": .string(card.number),
            "code": .string(card.securityCode),
        ]
        let expiry: JSONValue? = card.expiry.map {
            ["expMonth": .string("\($0.month)"), "expYear": .string("\($0.year)")]
        }
        let further = kept.takeAll("card.")
        let brand: JSONValue =
            further.contains { $0.name == "brand" }
            ? [:] : ["brand": CardNumber(card.number).brand.map { .string($0.name) } ?? .null]
        return value.adding((expiry?.members ?? []) + brand.members + further)
    }

    /// A random identifier (RFC 9562, version 4).
    private static func identifier() -> String {
        var generator = SystemRandomNumberGenerator()
        let high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let text = Array(high.hexadecimal() + low.hexadecimal())
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(text[$0]) }
            .joined(separator: "-")
    }
}

extension BitwardenWriter {
    /// The fields of an item: what was kept of Bitwarden's own members, and the others.
    private struct Kept {
        private var members: KeptMembers
        private var others: [CustomField]
        /// The types of fields by the names that they are kept under.
        private var types: [String: Int] = [:]
        private static let types = ".\(BitwardenItem.prefix)type-of."

        init(_ fields: [CustomField]) {
            members = KeptMembers(
                fields, of: BitwardenItem.prefix, apart: ".\(BitwardenItem.linked)")
            others = members.others
            for field in fields where field.label.hasPrefix(Self.types) {
                let name = String(field.label.dropFirst(BitwardenItem.prefix.count + 1))
                types[name] = members.take(name)?.integer
            }
        }

        /// Takes a member out.
        mutating func take(_ name: String) -> JSONValue? { members.take(name) }

        /// Takes all members of a part out.
        mutating func takeAll(_ part: String) -> [Member] { members.takeAll(part) }

        /// Takes out what makes codes elsewhere and not here.
        mutating func takeOtherCode() -> SecretText? {
            let index = others.firstIndex { field in
                field.label == OneTimeCode.label && field.isConcealed
                    && OneTimeCode.read(field.value) == nil
            }
            return index.map { others.remove(at: $0).value }
        }

        /// Takes the parts of a record, and the fields that were members of it.
        mutating func takeParts(of record: Record, _ kind: BitwardenKind) -> JSONValue {
            let former = take(kind.member) ?? .null
            var rest = former.members
            // What was there in the place of the members is none of them.
            if rest.isEmpty, !former.isVoid {
                addHidden(BitwardenItem.prefix + kind.member, former)
            }
            func takeRest(_ name: String) -> Member? {
                rest.firstIndex { $0.name == name }.map { rest.remove(at: $0) }
            }
            var members: [Member] = []
            for row in kind.rows {
                if let text = row.part.flatMap({ record[$0] }), !text.isEmpty {
                    members.append(Member(row.member, .string(text)))
                } else if row.member == BitwardenKind.fingerprint {
                    members.append(Member(row.member, takeFingerprint(of: record)))
                } else {
                    let member = takeRest(row.member)
                    members.append(member.map { takeField(for: $0) } ?? Member(row.member, .null))
                }
            }
            let names = Set(members.map(\.name))
            let (taken, others) = (
                rest.filter { names.contains($0.name) && $0.value != .null },
                rest.filter { !names.contains($0.name) }
            )
            // A value that was no text, and has a text in its place now.
            if !taken.isEmpty { addHidden(BitwardenItem.prefix + kind.member, .object(taken)) }
            return .object(members + others.map { takeField(for: $0) })
        }

        private mutating func takeField(for member: Member) -> Member {
            let isConcealed = BitwardenKind.isSecret(member.name)
            guard member.value == .null,
                let place = others.firstIndex(where: {
                    $0.label == member.name && $0.isConcealed == isConcealed
                })
            else { return member }
            return Member(member.name, .string(others.remove(at: place).value))
        }

        private mutating func takeFingerprint(of record: Record) -> JSONValue {
            if let text = record[.publicKey].flatMap(KeyFingerprint.text) { return .string(text) }
            let place = others.firstIndex { $0.label == BitwardenKind.fingerprint }
            return place.map { .string(others.remove(at: $0).value) } ?? .null
        }

        /// Takes the parts of a note that an earlier version of Wallet has made of a record, with what the
        /// person has changed in them.
        mutating func takeParts(_ name: String) -> JSONValue {
            let value = take(name) ?? .object([])
            guard case .object(var parts) = value else { return value }
            for (index, part) in parts.enumerated() {
                guard let place = others.firstIndex(where: { $0.label == part.name }) else {
                    continue
                }
                switch part.value {
                case .string, .null:
                    parts[index] = Member(part.name, .string(others.remove(at: place).value))
                case .bool, .number, .array, .object: others.remove(at: place)
                }
            }
            return .object(parts)
        }

        mutating func addVisible(_ part: CardField, of card: Card) {
            let value = part.value(of: card)
            // The first one with this name is the part of the card; so an empty one keeps its place.
            guard !value.isEmpty || others.contains(where: { $0.label == part.rawValue }) else {
                return
            }
            others.insert(
                CustomField(label: part.rawValue, value: value, isConcealed: part.part.isSecret),
                at: 0)
        }

        mutating func addHidden(_ label: String, _ value: JSONValue) {
            others.append(
                CustomField(label: ".\(label)", value: value.written, isConcealed: true))
        }

        /// The members that nothing has taken.
        mutating func rest() -> [Member] { members.takeAll("").filter { !$0.name.contains(".") } }

        /// The other fields in the form of Bitwarden.
        func fields() -> [JSONValue] {
            // What is kept for other programs must not make Bitwarden refuse the file.
            let held = others.filter { !$0.isHidden || !BitwardenLimits.isExceeded(by: $0) }
            var places: [String: Int] = [:]
            return held.map { field in
                if field.label == ".\(BitwardenItem.linked)",
                    let link = try? JSONReader.read(field.value)
                {
                    return link
                }
                let place = places[field.label, default: 0]
                places[field.label] = place + 1
                return [
                    "name": .string(field.label), "value": .string(field.value),
                    "type": .number(type(of: field, place)),
                ]
            }
        }

        /// The type of a field: what it was, or 0 for a text and 1 for a secret.
        ///
        /// Those of type 2 are true or false.
        private func type(of field: CustomField, _ place: Int) -> Int {
            guard let type = types[BitwardenItem.typeName(of: field.label, place)],
                !field.isConcealed,
                type != 2 || ["true", "false"].contains(field.value.reveal())
            else { return field.isConcealed ? 1 : 0 }
            return type
        }
    }
}
