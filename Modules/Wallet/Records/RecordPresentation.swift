import TenonCore
import TenonUI
import WalletItems
import WalletVault

/// What the items of a kind look like whose parts are in the table of WalletVault.
struct RecordPresentation: ItemKindPresenting {
    /// The kinds, in the order in which they are listed.
    static let all = [
        RecordPresentation(
            .identity, .identity, .identities, .addIdentity, .newIdentity, .noIdentities,
            copy: .copyEmail),
        RecordPresentation(.bank, .bank, .banks, .addBank, .newBank, .noBanks, copy: .copyIBAN),
        RecordPresentation(
            .wifi, .wifi, .wifis, .addWifi, .newWifi, .noWifis, copy: .copyPassword),
        RecordPresentation(
            .licence, .licence, .licences, .addLicence, .newLicence, .noLicences,
            copy: .copyLicenceKey),
        RecordPresentation(
            .sshKey, .sshKey, .sshKeys, .addSSHKey, .newSSHKey, .noSSHKeys, copy: .copyPublicKey),
    ]

    let kind: ItemKind
    let parts: [PresentedPart]
    private let words: (one: RecordsText, many: RecordsText, add: RecordsText)
    private let new: RecordsText
    private let none: RecordsText
    /// What copies the main part.
    private let copy: RecordsText

    private init(
        _ kind: ItemKind, _ one: RecordsText, _ many: RecordsText, _ add: RecordsText,
        _ new: RecordsText, _ none: RecordsText, copy: RecordsText
    ) {
        self.kind = kind
        parts = kind.parts.map { PresentedPart($0, accelerator: $0 == kind.mainPart ? .copy : nil) }
        words = (one, many, add)
        self.new = new
        self.none = none
        self.copy = copy
    }

    func names(_ localizer: Localizer) -> ItemKindNames {
        ItemKindNames(
            one: localizer(words.one), many: localizer(words.many), add: localizer(words.add),
            new: localizer(new), empty: localizer(none), shortcut: nil)
    }

    // MARK: - Lists

    func subtitle(of item: ItemOverview, _ localizer: Localizer) -> String {
        let isTitle = item.userName.isEmpty || item.userName == item.title
        return isTitle ? item.tags.joined(separator: ", ") : item.userName
    }

    func copies(_ localizer: Localizer) -> [ItemCopy] {
        let part = kind.mainPart
        let label = localizer.text(of: part.name)
        return [
            ItemCopy(
                id: "copy-\(part.rawValue)", title: localizer(copy), accelerator: .copy,
                label: label,
                missing: localizer(RecordsText.nothingToCopy, ["part": label]),
                isOffered: { !$0.missing.contains(part) }
            ) { $0[part] }
        ]
    }

    // MARK: - One item

    func facts(of item: Item, _ localizer: Localizer) -> [ItemFact] {
        let code = item.record.flatMap(WirelessCode.text).map {
            ItemFact.QRCode($0, alternative: localizer(RecordsText.wirelessCode))
        }
        let facts = zip(kind.parts, parts).compactMap { part, presented in
            presented.fact(of: item, qrCode: part == .networkName ? code : nil, localizer)
        }
        guard let print = item[.publicKey].flatMap(KeyFingerprint.text) else { return facts }
        return facts + [
            ItemFact(
                id: "fingerprint", label: localizer(RecordsText.fingerprint),
                content: .text(SecretText(print)))
        ]
    }

    // MARK: - The form

    func problems(in form: ItemForm, _ localizer: Localizer) -> [ItemFieldName: String] {
        let isNamed = ([.title] + kind.titleParts.map { .part($0) }).contains {
            !form.text($0).isEmpty
        }
        guard !isNamed else { return [:] }
        let problem = kind.titleParts.first.map {
            localizer(RecordsText.titleOrMissing, ["part": localizer.text(of: $0.name)])
        }
        return [.title: problem ?? localizer(RecordsText.titleMissing)]
    }
}
