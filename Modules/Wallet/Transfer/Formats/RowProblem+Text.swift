package import TenonUI

extension RowProblem.Reason {
    /// The reason in the person's language.
    package func text(_ localizer: Localizer) -> String {
        switch self {
        case .missingClosingQuote: localizer(TransferText.reasonMissingQuote)
        case .textAfterClosingQuote: localizer(TransferText.reasonTextAfterQuote)
        case .tooFewFields(let found, let expected):
            localizer(
                TransferText.reasonTooFew, ["found": "\(found)", "expected": "\(expected)"])
        case .tooManyFields(let found, let expected):
            localizer(
                TransferText.reasonTooMany, ["found": "\(found)", "expected": "\(expected)"])
        case .fieldTooLong: localizer(TransferText.reasonFieldTooLong)
        case .rowTooLong: localizer(TransferText.reasonRowTooLong)
        case .invalidText: localizer(TransferText.reasonInvalidText)
        case .noPassword: localizer(TransferText.reasonNoPassword)
        case .noName: localizer(TransferText.reasonNoName)
        case .browserAccount: localizer(TransferText.reasonBrowserAccount)
        case .inTrash: localizer(TransferText.reasonInTrash)
        case .attachments(let count): localizer(TransferText.reasonAttachments, count: count)
        case .oneTimeCode: localizer(TransferText.reasonOneTimeCode)
        case .reference: localizer(TransferText.reasonReference)
        case .history: localizer(TransferText.reasonHistory)
        case .groupTooLarge: localizer(TransferText.reasonGroupTooLarge)
        case .innerLink: localizer(TransferText.reasonInnerLink)
        case .outerLink: localizer(TransferText.reasonOuterLink)
        case .unreadable: localizer(TransferText.reasonUnreadable)
        case .notDecrypted: localizer(TransferText.reasonNotDecrypted)
        }
    }
}
