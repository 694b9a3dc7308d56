import TenonCore

/// An item of a vault of 1Password in the form that 1PUX has for it, which is the same with longer names.
struct OnePasswordVaultItem {
    private typealias Member = JSONValue.Member

    /// What stands in clear and is known, or only seals the rest.
    private static let knownMembers: Set<String> = [
        "uuid", "category", "folder", "fave", "created", "updated", "tx", "trashed", "hmac", "k",
        "o", "d",
    ]
    /// What is known of a field of a section, or only says how it is shown.
    private static let knownParts: Set<String> = ["k", "n", "t", "v", "a", "inputTraits"]

    let id: String
    /// What stands in clear.
    let item: JSONValue
    let overview: JSONValue
    let details: JSONValue

    /// The item as 1PUX has it.
    var value: JSONValue {
        let isFavorite = item["fave"] != nil
        let value: JSONValue = [
            // Not `uuid`: the same item has another one in 1Password 8.
            "opvaultUuid": .string(id), "categoryUuid": item["category"] ?? .null,
            "favIndex": .number(isFavorite ? 1 : 0), "createdAt": item["created"] ?? .null,
            "updatedAt": item["updated"] ?? .null, "overview": about, "details": content,
        ]
        return value.adding(item.members.filter { !Self.knownMembers.contains($0.name) })
    }

    private var about: JSONValue {
        .object(
            overview.members.map { member in
                guard member.name == "URLs" else { return member }
                return Member("urls", Self.renamed(member.value, ["l": "label", "u": "url"]))
            })
    }

    private var content: JSONValue {
        .object(
            details.members.map { member in
                switch member.name {
                case "fields":
                    Member("loginFields", Self.renamed(member.value, ["type": "fieldType"]))
                case "sections":
                    Member("sections", .array(member.value.elements.map(Self.section)))
                default: member
                }
            })
    }

    private static func section(_ section: JSONValue) -> JSONValue {
        .object(
            section.members.map { member in
                guard member.name == "fields" else { return member }
                return Member("fields", .array(member.value.elements.map(field)))
            })
    }

    /// A field of a section: `k` is its kind, `n` its id, `t` its title, `v` its value.
    private static func field(_ field: JSONValue) -> JSONValue {
        let id = field["n"]?.text ?? ""
        var kind = id.hasPrefix("TOTP_") ? "totp" : field["k"]?.text ?? "string"
        if kind == "URL" { kind = "url" }
        let value: JSONValue = [
            "title": field["t"] ?? .null, "id": .string(id), "value": [kind: field["v"] ?? .null],
        ]
        return value.adding(field.members.filter { !knownParts.contains($0.name) })
    }

    /// A list of objects, of which some members get other names.
    private static func renamed(_ list: JSONValue, _ names: [String: String]) -> JSONValue {
        .array(
            list.elements.map { element in
                .object(
                    element.members.map { Member(names[$0.name] ?? $0.name, $0.value) })
            })
    }
}
