import TenonCore
import TenonUI
import WalletItems
import WalletVault

/// What a payment card looks like: its number in groups, and a warning before it expires.
struct CardPresentation: ItemKindPresenting {
    private enum FieldID {
        static let holder = "holder"
        static let number = "number"
        static let expiry = "expiry"
        static let securityCode = "security-code"
        static let pin = "pin"
        static let issuer = "issuer"
    }

    /// How many months before the last one a card is said to expire soon.
    private static let warningMonths = 2

    let kind = ItemKind.card

    func names(_ localizer: Localizer) -> ItemKindNames {
        ItemKindNames(
            one: localizer(CardsText.one), many: localizer(CardsText.many),
            add: localizer(CardsText.add), new: localizer(CardsText.new),
            empty: localizer(CardsText.empty), shortcut: "p")
    }

    // MARK: - Lists

    func subtitle(of item: ItemOverview, _ localizer: Localizer) -> String {
        let digits = item.lastFour.isEmpty ? "" : "···· \(item.lastFour)"
        return [item.brand?.name ?? "", digits].filter { !$0.isEmpty }.joined(separator: " ")
    }

    func value(of item: ItemOverview, _ localizer: Localizer) -> String {
        item.expiry?.cardText ?? ""
    }

    func badge(of item: ItemOverview, in month: YearMonth, _ localizer: Localizer) -> Badge? {
        switch Self.state(of: item.expiry, in: month) {
        case .valid: nil
        case .expiring: Badge(localizer(CardsText.expiring), tone: .caution)
        case .expired: Badge(localizer(CardsText.expired), tone: .critical)
        }
    }

    func copies(_ localizer: Localizer) -> [ItemCopy] {
        [
            ItemCopy(
                id: "copy-number", title: localizer(CardsText.copyNumber), shortcut: "c",
                label: localizer(CardsText.number), missing: localizer(CardsText.noNumber)
            ) { $0.card.map { CardNumber($0.number).digits } },
            ItemCopy(
                id: "copy-code", title: localizer(CardsText.copyCode), shortcut: "u",
                label: localizer(CardsText.securityCode), missing: localizer(CardsText.noCode)
            ) { $0.card?.securityCode },
        ]
    }

    // MARK: - One card

    func facts(of item: Item, _ localizer: Localizer) -> [ItemFact] {
        guard let card = item.card else { return [] }
        let number = CardNumber(card.number)
        let facts: [ItemFact?] = [
            number.brand.map {
                ItemFact(
                    id: "brand", label: localizer(CardsText.brand),
                    content: .text(SecretText($0.name)))
            },
            card.number.isEmpty
                ? nil
                : ItemFact(
                    id: FieldID.number, label: localizer(CardsText.number),
                    content: .concealed(number.digits, shown: number.grouped), shortcut: "c"),
            open(FieldID.holder, CardsText.holder, card.holder, localizer),
            open(FieldID.expiry, CardsText.expiry, card.expiry?.cardText ?? "", localizer),
            concealed(
                FieldID.securityCode, CardsText.securityCode, card.securityCode, localizer,
                shortcut: "u"),
            concealed(FieldID.pin, CardsText.pin, card.pin, localizer),
            open(FieldID.issuer, CardsText.issuer, card.issuer, localizer),
        ]
        return facts.compactMap { $0 }
    }

    func warnings(of item: Item, in month: YearMonth, _ localizer: Localizer) -> [String] {
        guard let card = item.card else { return [] }
        var warnings: [String] = []
        let date = ["date": card.expiry?.cardText ?? ""]
        switch Self.state(of: card.expiry, in: month) {
        case .valid: break
        case .expiring: warnings.append(localizer(CardsText.expiringWarning, date))
        case .expired: warnings.append(localizer(CardsText.expiredWarning, date))
        }
        switch CardNumber(card.number).doubt {
        case .length: warnings.append(localizer(CardsText.doubtLength))
        case .checkDigit: warnings.append(localizer(CardsText.doubtCheckDigit))
        case .characters: warnings.append(localizer(CardsText.doubtCharacters))
        case nil: break
        }
        return warnings
    }

    // MARK: - The form

    func values(of item: Item?) -> [String: FieldValue] {
        let card = item?.card
        let nothing = FieldValue.secret(SecretText(utf8: []))
        return [
            FieldID.holder: .text(card?.holder ?? ""), FieldID.number: nothing,
            FieldID.expiry: .text(card?.expiry?.cardText ?? ""),
            FieldID.securityCode: nothing, FieldID.pin: nothing,
            FieldID.issuer: .text(card?.issuer ?? ""),
        ]
    }

    func fields(_ form: ItemForm, stored: Item?, _ localizer: Localizer) -> [Field] {
        let card = stored?.card
        return [
            secret(
                FieldID.number, CardsText.number, help: CardsText.numberHelp, card?.number,
                localizer),
            text(FieldID.holder, CardsText.holder, form, localizer),
            text(FieldID.expiry, CardsText.expiry, help: CardsText.expiryHelp, form, localizer),
            secret(
                FieldID.securityCode, CardsText.securityCode, card?.securityCode, localizer),
            secret(FieldID.pin, CardsText.pin, card?.pin, localizer),
            text(FieldID.issuer, CardsText.issuer, form, localizer),
        ]
    }

    func problems(in form: ItemForm, _ localizer: Localizer) -> [String: String] {
        var problems: [String: String] = [:]
        let isNamed =
            !form.text(ItemFields.title).isEmpty || !form.text(FieldID.issuer).isEmpty
            || form.secret(FieldID.number) != nil
        if !isNamed { problems[ItemFields.title] = localizer(CardsText.missing) }
        let expiry = form.text(FieldID.expiry)
        if !expiry.isEmpty, YearMonth(expiry) == nil {
            problems[FieldID.expiry] = localizer(CardsText.expiryBad)
        }
        return problems
    }

    func item(_ form: ItemForm, head: ItemHead, stored: Item?) -> Item {
        var card = stored?.card ?? Card(head: head)
        card.head = head
        card.holder = form.text(FieldID.holder)
        card.number = form.secret(FieldID.number) ?? card.number
        card.expiry = YearMonth(form.text(FieldID.expiry))
        card.securityCode = form.secret(FieldID.securityCode) ?? card.securityCode
        card.pin = form.secret(FieldID.pin) ?? card.pin
        card.issuer = form.text(FieldID.issuer)
        card.fillTitle()
        return .card(card)
    }

    // MARK: - Parts

    private enum Validity {
        case valid
        case expiring
        case expired
    }

    /// A card is valid to the end of its month.
    private static func state(of expiry: YearMonth?, in month: YearMonth) -> Validity {
        guard let expiry else { return .valid }
        if expiry < month { return .expired }
        return expiry.months(since: month) < warningMonths ? .expiring : .valid
    }

    private func open(
        _ id: String, _ label: CardsText, _ text: String, _ localizer: Localizer
    ) -> ItemFact? {
        guard !text.isEmpty else { return nil }
        return ItemFact(id: id, label: localizer(label), content: .text(SecretText(text)))
    }

    private func concealed(
        _ id: String, _ label: CardsText, _ text: SecretText, _ localizer: Localizer,
        shortcut: String? = nil
    ) -> ItemFact? {
        guard !text.isEmpty else { return nil }
        return ItemFact(
            id: id, label: localizer(label), content: .concealed(text), shortcut: shortcut)
    }

    private func text(
        _ id: String, _ label: CardsText, help: CardsText? = nil, _ form: ItemForm,
        _ localizer: Localizer
    ) -> Field {
        Field(
            id: id, label: localizer(label), help: help.map { localizer($0) } ?? "",
            kind: .text(form.untrimmed(id), isMultiline: false))
    }

    private func secret(
        _ id: String, _ label: CardsText, help: CardsText? = nil, _ stored: SecretText?,
        _ localizer: Localizer
    ) -> Field {
        Field(
            id: id, label: localizer(label), help: help.map { localizer($0) } ?? "",
            kind: .secret(isSet: !(stored?.isEmpty ?? true)))
    }
}
