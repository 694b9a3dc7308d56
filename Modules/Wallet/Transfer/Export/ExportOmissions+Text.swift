package import TenonUI

extension ExportOmissions {
    /// What is left out in the person's language, one sentence for each part.
    package func texts(_ localizer: Localizer) -> [String] {
        parts.map { localizer(Self.text(of: $0), count: self[$0]) }
    }

    private static func text(of part: Part) -> TransferText {
        switch part {
        case .formerPasswords: .omitsFormerPasswords
        case .formerValues: .omitsFormerValues
        case .attachments: .omitsAttachments
        case .formerDates: .omitsFormerDates
        case .uses: .omitsUses
        case .trash: .omitsTrash
        }
    }
}
