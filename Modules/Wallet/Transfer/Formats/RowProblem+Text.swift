import TenonCore
package import TenonUI
import WalletVault

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
        case .fileTooLarge(let name):
            localizer(TransferText.reasonFileTooLarge, ["file": HarmlessText.line(name)])
        case .fileMissing(let name):
            localizer(TransferText.reasonFileMissing, ["file": HarmlessText.line(name)])
        case .fileRenamed(let name, let new):
            localizer(
                TransferText.reasonFileRenamed,
                ["file": HarmlessText.line(name), "name": HarmlessText.line(new)])
        case .tooManyFiles(let count): localizer(TransferText.reasonTooManyFiles, count: count)
        case .formerFiles(let count): localizer(TransferText.reasonFormerFiles, count: count)
        case .oneTimeCode: localizer(TransferText.reasonOneTimeCode)
        case .address: localizer(TransferText.reasonAddress)
        case .addressWithheld: localizer(TransferText.reasonAddressWithheld)
        case .privateKey: localizer(TransferText.reasonPrivateKey)
        case .withheld: localizer(TransferText.reasonWithheld, ["tag": FillTag.none])
        case .keptWhole: localizer(TransferText.reasonKeptWhole)
        case .reference: localizer(TransferText.reasonReference)
        case .programMarks(let labels):
            localizer(
                TransferText.reasonProgramMarks, ["labels": labels.joined(separator: ", ")])
        case .history: localizer(TransferText.reasonHistory)
        case .groupTooLarge: localizer(TransferText.reasonGroupTooLarge)
        case .innerLink: localizer(TransferText.reasonInnerLink)
        case .outerLink: localizer(TransferText.reasonOuterLink)
        case .unreadable: localizer(TransferText.reasonUnreadable)
        case .unknownPart: localizer(TransferText.reasonUnknownPart)
        case .otherFile: localizer(TransferText.reasonOtherFile)
        case .notDecrypted: localizer(TransferText.reasonNotDecrypted)
        }
    }
}
