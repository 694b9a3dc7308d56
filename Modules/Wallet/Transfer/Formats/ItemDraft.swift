import TenonCore
import WalletVault

/// An item while its parts are gathered from a file; what its kind has no place for becomes a field.
struct ItemDraft {
    var kind = ItemKind.login
    var title = ""
    var sites: [String] = []
    var userName = ""
    var password = SecretText(utf8: [])
    var oneTimePassword = SecretText(utf8: [])
    var notes = SecretText(utf8: [])
    var tags: [String] = []
    var isFavorite = false
    var fields: [CustomField] = []
    /// Whether an export of Wallet has written the entry; only then what it hides is believed.
    var isOwn = false
    /// The fields that such an export hides.
    ///
    /// They come behind what the entry itself says: of two with one label the first counts.
    var hidden: [CustomField] = []
    var created: Timestamp?
    var changed: Timestamp?
    var passwordChanged: Timestamp?
    var used: Timestamp?
    var timesUsed = 0
    /// Whether the other program keeps it from being filled in, or has put it away.
    var isWithheld = false
    /// What is to be said of the item, beside that it is imported.
    var remarks: [RowProblem.Reason] = []
    /// The labels of what git, Docker and applications have said of the item, which no file brings.
    private var answers: [String] = []
    /// What is found of a card; its head is not used.
    var card = Card(head: ItemHead(title: ""))
    /// What is found of a record.
    var parts: [ItemPart: SecretText] = [:]

    /// Adds an address, once.
    mutating func add(site: String) {
        let site = site.trimmingSpaces
        guard !site.isEmpty, !sites.contains(site) else { return }
        sites.append(site)
    }

    /// Adds a tag, once.
    mutating func add(tag: String) {
        let tag = tag.trimmingSpaces
        guard !tag.isEmpty, !tags.contains(tag) else { return }
        tags.append(tag)
    }

    /// The label of a field that has none.
    static let unnamed = "–"

    /// Adds a field that a person sees; one without a label gets one.
    mutating func add(_ label: String, _ value: SecretText, isConcealed: Bool = false) {
        guard !value.isEmpty || !label.isEmpty else { return }
        let label = HiddenLabel.shown(label)
        fields.append(
            CustomField(
                label: label.isEmpty ? Self.unnamed : label, value: value,
                isConcealed: isConcealed))
    }

    /// Takes a text that one-time codes are made of.
    ///
    /// What makes no codes here becomes a concealed field, and that is said; a second text that makes
    /// codes becomes a concealed field as well.
    mutating func take(oneTimeCode text: SecretText, label: String = OneTimeCode.label) {
        guard !text.isEmpty else { return }
        let code = OneTimeCode.read(text)
        if let code, oneTimePassword.isEmpty {
            oneTimePassword = code
        } else if code == nil || code != oneTimePassword {
            add(label, text, isConcealed: true)
            if code == nil { remarks.append(.oneTimeCode) }
        }
    }

    /// Adds a field that is kept for an export and never shown.
    mutating func keep(_ label: String, _ value: SecretText) {
        guard !value.isEmpty else { return }
        fields.append(CustomField(label: ".\(label)", value: value, isConcealed: true))
    }

    /// Takes a field whose label begins with a dot, as those do that an export of Wallet hides.
    ///
    /// Anybody can write such a label. It stays hidden in an export of Wallet, when something is kept under
    /// it. What git, Docker and applications have said of an item is left out of such an export, and that is
    /// said, since they would believe it, but for secrets. These, and everything else that would never be
    /// seen, become fields that a person sees.
    mutating func take(hidden label: String, _ value: SecretText, isConcealed: Bool = true) {
        if isOwn, label == ".\(Self.kindLabel)" {
            keep(Self.kindLabel, value)
        } else if isOwn, Self.isKept(label) {
            guard !value.isEmpty else { return }
            hidden.append(CustomField(label: label, value: value, isConcealed: true))
        } else if HiddenLabel.secrets.contains(label) {
            add(label, value, isConcealed: true)
        } else if isOwn, HiddenLabel.answering.contains(label) {
            if !answers.contains(label) { answers.append(label) }
        } else {
            add(label, value, isConcealed: isConcealed)
        }
    }

    /// Whether a field with a label does not become visible when it comes from an export of Wallet.
    static func hides(_ label: String) -> Bool {
        label == ".\(kindLabel)" || isKept(label) || HiddenLabel.answering.contains(label)
    }

    /// Whether a reader of Wallet, or Wallet itself, keeps something under a label.
    private static func isKept(_ label: String) -> Bool {
        guard label != HiddenLabel.fillTag else { return true }
        let parts = label.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0].isEmpty && programs.contains(String(parts[1]))
    }

    /// The programs whose readers keep something in hidden fields.
    private static let programs = Set(ImportFormat.allCases.compactMap(\.program))

    /// Keeps a value of JSON.
    mutating func keep(_ label: String, _ value: JSONValue) {
        guard !value.isVoid else { return }
        keep(label, value.written)
    }

    /// What an entry of a program without kinds is: one with nothing but a text is a note.
    var guessedKind: ItemKind {
        let isNote =
            userName.isEmpty && password.isEmpty && sites.isEmpty && oneTimePassword.isEmpty
            && !notes.isEmpty
        return isNote ? .note : .login
    }

    /// The item, and what is to be said of it.
    var imported: ImportedItem {
        var draft = self
        if kind == .sshKey, let key = parts[.privateKey] {
            let mended = key.withBytes(PrivateKeyForm.mended)
            switch PrivateKeyForm(of: mended) {
            case .whole: draft.parts[.privateKey] = mended
            case .damaged: draft.remarks.append(.privateKey)
            case .other: break
            }
        }
        if !answers.isEmpty { draft.remarks.append(.programMarks(answers)) }
        if kind == .login {
            if sites.contains(where: SiteAddress.fitsNothing) { draft.remarks.append(.address) }
            if isWithheld, !draft.head.hasDroppedFillTag {
                draft.add(tag: FillTag.none)
                draft.remarks.append(.withheld)
            }
        }
        return ImportedItem(item: draft.item, remarks: draft.remarks)
    }

    /// The item.
    var item: Item {
        var rest = self
        rest.title = title.trimmingSpaces
        var item: Item
        switch kind {
        case .login, .other:
            rest.keepCard()
            rest.keepParts()
            item = .login(
                Login(
                    head: rest.head, sites: sites, userName: userName, password: password,
                    oneTimePassword: oneTimePassword.isEmpty ? nil : oneTimePassword,
                    passwordChanged: passwordChanged ?? changed ?? Timestamp(milliseconds: 0)))
        case .card:
            rest.keepLogin()
            rest.keepParts()
            rest.card.head = rest.head
            item = .card(rest.card)
        case .note:
            rest.keepLogin()
            rest.keepCard()
            rest.keepParts()
            item = .note(Note(head: rest.head))
        case .identity, .bank, .wifi, .licence, .sshKey:
            item = rest.record
        }
        item.fillTitle()
        return item
    }

    /// The record; what its kind has no place for becomes a field.
    private var record: Item {
        var rest = self
        if kind.parts.contains(.password), parts[.password]?.isEmpty ?? true {
            rest.parts[.password] = password
            rest.password = SecretText(utf8: [])
        }
        rest.keepLogin()
        rest.keepCard()
        rest.keepParts()
        return Record(kind, head: rest.head, rest.parts).map { .record($0) }
            ?? .note(Note(head: rest.head))
    }

    private var head: ItemHead {
        ItemHead(
            title: title, tags: tags, isFavorite: isFavorite, notes: notes,
            customFields: fields + hidden,
            created: created ?? Timestamp(milliseconds: 0),
            changed: changed ?? Timestamp(milliseconds: 0), used: used, timesUsed: timesUsed)
    }

    private mutating func keepLogin() {
        if !userName.isEmpty { add("username", SecretText(userName)) }
        if !password.isEmpty { add("password", password, isConcealed: true) }
        if !oneTimePassword.isEmpty { add("otp", oneTimePassword, isConcealed: true) }
        for site in sites { add("url", SecretText(site)) }
    }

    private mutating func keepParts() {
        let own = kind.isRecord ? kind.parts : []
        for part in ItemPart.allCases where !own.contains(part) {
            guard let text = parts[part], !text.isEmpty else { continue }
            add("\(part.name)", text, isConcealed: part.isSecret)
        }
    }

    private mutating func keepCard() {
        for field in CardField.allCases {
            let value = field.value(of: card)
            if !value.isEmpty { add(field.rawValue, value, isConcealed: field.part.isSecret) }
        }
    }
}

/// What the parts of a card are called in files that know no cards.
enum CardField: String, CaseIterable {
    case holder = "Cardholder"
    case number = "Card Number"
    case expiry = "Expiry"
    case securityCode = "Security Code"
    case pin = "PIN"
    case issuer = "Issuer"

    /// The part.
    var part: ItemPart {
        switch self {
        case .holder: .holder
        case .number: .number
        case .expiry: .expiry
        case .securityCode: .securityCode
        case .pin: .pin
        case .issuer: .issuer
        }
    }

    /// The part of a card; empty when it has none.
    func value(of card: Card) -> SecretText { card[part] ?? SecretText(utf8: []) }
}
