import TenonCore
package import TenonUI

extension ExportOmissions {
    /// What is left out in the person's language, one sentence for each part.
    package func texts(_ localizer: Localizer) -> [String] {
        let names = names.map(HarmlessText.line).joined(separator: ", ")
        return parts.map { localizer(Self.text(of: $0), count: self[$0], ["names": names]) }
    }

    private static func text(of part: Part) -> TransferText {
        switch part {
        case .formerPasswords: .omitsFormerPasswords
        case .formerValues: .omitsFormerValues
        case .attachments: .omitsAttachments
        case .formerDates: .omitsFormerDates
        case .tooLong: .omitsTooLong
        case .passkeys: .omitsPasskeys
        case .placeholders: .omitsPlaceholders
        case .programData: .omitsProgramData
        case .uses: .omitsUses
        case .trash: .omitsTrash
        }
    }
}
