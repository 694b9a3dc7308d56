import TenonCore
import TenonUI
import WalletItems
import WalletVault

/// What a payment card looks like: its number in groups, and a warning before it expires.
struct CardPresentation: ItemKindPresenting {
    /// How many months before the last one a card is said to expire soon.
    private static let warningMonths = 2

    let kind = ItemKind.card

    let parts = [
        PresentedPart(.number, CardsText.number, help: .numberHelp, accelerator: .copy),
        PresentedPart(.holder, CardsText.holder),
        PresentedPart(.expiry, CardsText.expiry, help: .expiryHelp),
        PresentedPart(.securityCode, CardsText.securityCode, accelerator: .copyOther),
        PresentedPart(.pin, CardsText.pin),
        PresentedPart(.issuer, CardsText.issuer),
    ]

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
                id: "copy-number", title: localizer(CardsText.copyNumber), accelerator: .copy,
                label: localizer(CardsText.number), missing: localizer(CardsText.noNumber),
                isOffered: { !$0.lastFour.isEmpty }
            ) { $0.card.map { CardNumber($0.number).digits } },
            ItemCopy(
                id: "copy-code", title: localizer(CardsText.copyCode), accelerator: .copyOther,
                label: localizer(CardsText.securityCode), missing: localizer(CardsText.noCode),
                isOffered: { !$0.missing.contains(.securityCode) }
            ) { $0.card?.securityCode },
        ]
    }

    // MARK: - One card

    func facts(of item: Item, _ localizer: Localizer) -> [ItemFact] {
        let brand = item.card.flatMap { CardNumber($0.number).brand }.map { brand in
            ItemFact(
                id: "brand", label: localizer(CardsText.brand),
                content: .text(SecretText(brand.name)))
        }
        return [brand].compactMap { $0 } + parts.compactMap { $0.fact(of: item, localizer) }
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
        if let doubt = CardNumber(card.number).doubt {
            warnings.append(localizer(Self.text(of: doubt)))
        }
        if !CardSecurityCode(card.securityCode).isPlausible {
            warnings.append(localizer(CardsText.doubtCode))
        }
        return warnings
    }

    private static func text(of doubt: CardNumber.Doubt) -> CardsText {
        switch doubt {
        case .length: .doubtLength
        case .checkDigit: .doubtCheckDigit
        case .characters: .doubtCharacters
        }
    }

    // MARK: - The form

    func fields(_ form: ItemForm, stored: Item?, _ localizer: Localizer) -> [Field] {
        let live = [ItemFieldName.part(.number), .part(.securityCode)].map(\.rawValue)
        return parts.fields(form, stored: stored, localizer).map { field in
            var field = field
            field.isLive = live.contains(field.id)
            return field
        }
    }

    func remark(
        on secret: SecretText, in field: ItemFieldName, _ localizer: Localizer
    ) -> SecretRemark? {
        switch field {
        case .part(.number):
            CardNumber(secret).doubtWhileTyped.map { .doubt(localizer(Self.text(of: $0))) }
        case .part(.securityCode):
            CardSecurityCode(secret).isPlausibleWhileTyped
                ? nil : .doubt(localizer(CardsText.doubtCode))
        default: nil
        }
    }

    func problems(in form: ItemForm, _ localizer: Localizer) -> [ItemFieldName: String] {
        var problems: [ItemFieldName: String] = [:]
        let isNamed =
            !form.text(.title).isEmpty || !form.text(.part(.issuer)).isEmpty
            || form.secret(.part(.number)) != nil
        if !isNamed { problems[.title] = localizer(CardsText.missing) }
        let expiry = form.text(.part(.expiry))
        if !expiry.isEmpty, YearMonth(expiry) == nil {
            problems[.part(.expiry)] = localizer(CardsText.expiryBad)
        }
        return problems
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
}
