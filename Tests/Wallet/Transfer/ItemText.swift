import TenonCore
import WalletVault

extension Item {
    /// All that an item holds, in lines, so that a test can say what it expects.
    var lines: [String] {
        var lines = ["\(kind.rawValue) \(head.title)"]
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { lines.append("\(name)=\(value)") }
        }
        for site in login?.sites ?? [] { add("site", site) }
        add("user", login?.userName)
        add("password", login?.password.reveal())
        add("otp", login?.oneTimePassword?.reveal())
        add("holder", card?.holder)
        add("number", card?.number.reveal())
        add("expiry", card?.expiry?.description)
        add("code", card?.securityCode.reveal())
        add("pin", card?.pin.reveal())
        add("issuer", card?.issuer)
        for part in record?.kind.parts ?? [] { add("\(part.name)", record?[part]?.reveal()) }
        add("notes", head.notes.reveal())
        for tag in head.tags { add("tag", tag) }
        if head.isFavorite { lines.append("favorite") }
        for field in head.customFields where !field.isHidden {
            lines.append("\(field.isConcealed ? "*" : "")\(field.label): \(field.value.reveal())")
        }
        return lines
    }
}
