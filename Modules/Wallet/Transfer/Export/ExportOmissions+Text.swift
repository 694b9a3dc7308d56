import TenonCore
package import TenonUI
import WalletVault

extension ExportOmissions {
    /// What is left out in the person's language, one sentence for each part.
    package func texts(_ localizer: Localizer) -> [String] {
        parts.map { localizer(Self.text(of: $0), count: self[$0]) }
    }

    /// For which items and texts Bitwarden refuses the file, in the person's language; `nil` for none.
    package func refusal(_ localizer: Localizer) -> String? {
        guard !tooLong.isEmpty else { return nil }
        let items = tooLong.map { item in
            let texts = item.texts.map { Self.name(of: $0, localizer) }.joined(separator: ", ")
            return "\(Self.short(item.title)) (\(texts))"
        }
        return localizer(
            TransferText.exportRefused, count: tooLong.count,
            ["items": items.joined(separator: "; ")])
    }

    private static func name(of text: LongItem.Text, _ localizer: Localizer) -> String {
        switch text {
        case .title: localizer(TransferText.columnTitle)
        case .site: localizer(TransferText.columnSite)
        case .tags: localizer(TransferText.partTags)
        case .part(let part): localizer.text(of: part.name)
        case .field(let label): short(label)
        case .formerPassword: localizer(TransferText.formerPassword)
        }
    }

    /// The beginning of a title or label, which may be what is too long.
    private static func short(_ text: String) -> String {
        TextWrapping.shortened(HarmlessText.line(text), to: 40)
    }

    private static func text(of part: Part) -> TransferText {
        switch part {
        case .formerPasswords: .omitsFormerPasswords
        case .formerValues: .omitsFormerValues
        case .attachments: .omitsAttachments
        case .formerDates: .omitsFormerDates
        case .passkeys: .omitsPasskeys
        case .placeholders: .omitsPlaceholders
        case .programData: .omitsProgramData
        case .uses: .omitsUses
        case .trash: .omitsTrash
        }
    }
}
