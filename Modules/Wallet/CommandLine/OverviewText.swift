import TenonCore
import WalletVault

/// The JSON of items in a list, written as text; no secret is in it.
///
/// It has the form that `JSONEncoder` gives to documents beside it, with sorted keys. The encoder
/// takes ten times as long, which is seen in a list of 100,000.
struct OverviewText {
    private static let indent = "\n      "

    /// What was written.
    private(set) var text = ""
    private var isFirst = true

    /// Writes one item, at the depth of an array in a document.
    mutating func write(_ item: ItemOverview) {
        let id = item.id.description
        text += "    {"
        isFirst = true
        member("brand", item.brand?.name)
        member("changed", item.changed.internetDate)
        member("created", item.created.internetDate)
        member("expiry", item.expiry?.description)
        member("favorite", raw: item.isFavorite ? "true" : "false")
        member("hasOneTimeCode", raw: item.hasOneTimePassword ? "true" : "false")
        member("id", id)
        member("kind", item.kind.rawValue)
        member("lastFour", item.lastFour.isEmpty ? nil : item.lastFour)
        member("lastUsed", item.used?.internetDate)
        member("location", "\(item.kind.route.location(item.id))")
        member("sites", item.sites)
        member("tags", item.tags)
        member("timesUsed", raw: String(item.timesUsed))
        member("title", item.title)
        member("userName", item.userName)
        text += "\n    }"
    }

    /// Writes a mark between items.
    mutating func write(separator: String) { text += separator }

    private mutating func begin(_ name: String) {
        if !isFirst { text += "," }
        isFirst = false
        text += Self.indent
        text += "\""
        text += name
        text += "\" : "
    }

    private mutating func member(_ name: String, raw value: String) {
        begin(name)
        text += value
    }

    private mutating func member(_ name: String, _ value: String?) {
        guard let value else { return }
        begin(name)
        append(value)
    }

    private mutating func member(_ name: String, _ values: [String]) {
        begin(name)
        guard !values.isEmpty else { return text += "[]" }
        for (number, value) in values.enumerated() {
            text += number == 0 ? "[" : ","
            text += Self.indent
            text += "  "
            append(value)
        }
        text += Self.indent
        text += "]"
    }

    /// A string with the escapes of RFC 8259, section 7, and those that make it harmless to read.
    private mutating func append(_ value: String) {
        text += "\""
        defer { text += "\"" }
        if value.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
            return text += value
        }
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case _ where HarmlessText.isDangerous(scalar):
                HarmlessText.append(escapeOf: scalar, to: &text)
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
