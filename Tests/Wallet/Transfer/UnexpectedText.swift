import TenonCore
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

/// A text that nobody expects, in place of a value of a document or beside the others.
struct UnexpectedText {
    static let marker = "mk7310x"

    /// How many places are passed over.
    let place: Int
    let understood: Set<String>
    let text: String
    private(set) var passed = 0
    private(set) var isDone = false
    private(set) var description = ""

    init(place: Int, understood: Set<String>, text: String = Self.marker) {
        self.place = place
        self.understood = understood
        self.text = text
    }

    /// How many places a document has.
    static func placeCount(in value: JSONValue, _ understood: Set<String>) -> Int {
        var change = UnexpectedText(place: .max, understood: understood)
        _ = change.applied(to: value)
        return change.passed
    }

    private mutating func takes(_ path: String, _ what: String) -> Bool {
        defer { passed += 1 }
        guard passed == place else { return false }
        isDone = true
        description = "\(what) \(path)"
        return true
    }

    mutating func applied(to value: JSONValue, at path: String = "") -> JSONValue {
        switch value {
        case .null, .bool: return value
        case .number: return value
        case .string:
            return takes(path, "instead of") ? .string(SecretText(text)) : value
        case .array(let elements):
            var changed: [JSONValue] = []
            let isOfTexts = elements.allSatisfy(\.isText)
            for (index, element) in elements.enumerated() {
                // A text among entries is named by its number.
                let isEntry = !element.isText || isOfTexts
                changed.append(
                    isEntry ? applied(to: element, at: "\(path)[\(index)]") : element)
            }
            if !changed.isEmpty, takes(path, "an element of") {
                changed.append(["zz": .string(SecretText(text))])
            }
            return .array(changed)
        case .object(let members):
            var changed: [JSONValue.Member] = []
            for member in members {
                let isPassedOver = understood.contains(member.name)
                changed.append(
                    isPassedOver
                        ? member
                        : JSONValue.Member(
                            member.name, applied(to: member.value, at: "\(path).\(member.name)")))
            }
            if takes(path, "a member of") {
                changed.append(JSONValue.Member("zz\(Self.marker)", .string(SecretText(text))))
            }
            return .object(changed)
        }
    }
}

extension ImportedDocument {
    /// Whether a text is in an item, or names what is left out.
    func mentions(_ text: String) -> Bool {
        entries.contains { entry in
            switch entry {
            case .item(let item, let files):
                item.mentions(text) || files.contains { $0.name.contains(text) }
            case .problem(let reason, let title):
                title.contains(text) || "\(reason)".contains(text)
            case .remark(let reason): "\(reason)".contains(text)
            }
        }
    }

    /// How many entries, or parts of the file, are named as left out.
    var problemCount: Int { problemTitles.count }

    /// What the entries and parts of the file are called that are named as left out.
    var problemTitles: [String] {
        entries.compactMap { if case .problem(_, let title) = $0 { title } else { nil } }
    }
}

extension JSONValue {
    var withoutUnnamed: JSONValue {
        switch self {
        case .null, .bool, .number, .string: self
        case .array(let elements):
            .array(elements.filter { !$0.isLeftOut }.map(\.withoutUnnamed))
        case .object(let members):
            .object(members.map { JSONValue.Member($0.name, $0.value.withoutUnnamed) })
        }
    }

    private var isLeftOut: Bool {
        self["deletedDate"] != nil || self["trashed"]?.isTrue == true
            || self["trashed"]?.integer == 1 || self["state"]?.integer == 2
            || self["categoryUuid"] != nil && self["overview"] == nil
    }
}

extension Item {
    func mentions(_ text: String) -> Bool {
        lines.contains { $0.contains(text) }
            || head.customFields.contains {
                $0.label.contains(text) || $0.value.reveal().contains(text)
            }
    }
}
