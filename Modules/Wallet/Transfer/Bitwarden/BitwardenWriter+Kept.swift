import TenonCore
import TenonMemory
import WalletVault

extension BitwardenWriter {
    /// The fields of an item: what was kept of Bitwarden's own members, and the others.
    struct Kept {
        private var members: KeptMembers
        private var others: [CustomField]
        /// The types of fields by the names that they are kept under.
        private var types: [String: Int] = [:]
        /// What fields without a name have in its place, by the names that this is kept under.
        private var nameless: [String: JSONValue] = [:]
        private static let types = ".\(BitwardenItem.prefix)type-of."
        private static let nameless = ".\(BitwardenItem.prefix)\(BitwardenItem.nameless)"
        /// Hidden fields that a reader takes from any file.
        private static let unmarked: Set = [
            ".\(BitwardenItem.linked)", ".\(BitwardenWriter.tagsLabel)",
        ]

        init(_ fields: [CustomField]) {
            members = KeptMembers(
                fields, of: BitwardenItem.prefix, apart: ".\(BitwardenItem.linked)")
            others = members.others
            for field in fields {
                let name = String(field.label.dropFirst(BitwardenItem.prefix.count + 1))
                if field.label.hasPrefix(Self.types) {
                    types[name] = members.take(name)?.integer
                } else if field.label.hasPrefix(Self.nameless) {
                    nameless[name] = members.take(name)?.elements.first
                }
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
        ///
        /// The kind comes before hidden ones, since a reader believes them by it.
        func fields(of kind: ItemKind) -> [JSONValue] {
            // What is kept for other programs must not make Bitwarden refuse the file.
            var held = others.filter { !$0.isHidden || !BitwardenLimits.isExceeded(by: $0) }
            let mark = kind.hiddenField
            let isHiding = held.contains { $0.isHidden && !Self.unmarked.contains($0.label) }
            if isHiding, !held.contains(where: { $0.label == mark.label }) {
                held.insert(mark, at: 0)
            }
            var places: [String: Int] = [:]
            return held.map { field in
                if field.label == ".\(BitwardenItem.linked)",
                    let link = try? JSONReader.read(field.value)
                {
                    return link
                }
                let place = places[field.label, default: 0]
                places[field.label] = place + 1
                let isUnnamed = field.label == ItemDraft.unnamed
                let name = isUnnamed ? nameless["\(BitwardenItem.nameless)\(place)"] : nil
                return [
                    "name": name ?? .string(Self.name(of: field.label)),
                    "value": .string(field.value),
                    "type": .number(type(of: field, place)),
                ]
            }
        }

        /// The name of a field: with the dot that would have hidden it here, unless a reader took it for one
        /// of ours then.
        private static func name(of label: String) -> String {
            let name = HiddenLabel.written(label)
            return ItemDraft.hides(name) || unmarked.contains(name) ? label : name
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
