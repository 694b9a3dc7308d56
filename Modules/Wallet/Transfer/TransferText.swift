package import TenonUI

/// The texts of this feature.
package enum TransferText: String, LocalizedKey {
    case action, actionHelp, title, chooseSummary, chooseFile, chooseFileHelp, chooseKeyFile,
        chooseKeyFileHelp, chooseLook, describe, describeSummary, describeSummaryColumns,
        describeFormat, describeByContent, describeByColumns, describeDelimiter, describeComma,
        describeSemicolon, describeTab, describeBar, describeEncoding, describeHeader,
        describeHeaderHelp, describeColumns, describeColumn, describeNoColumn, partPassword,
        partOneTimeCode, partNotes, partFolder, partTags, partFavorite, partCreated, partChanged,
        reading, previewTitle, previewSummary, previewStart, previewNothing, counts, countNew,
        countChanged, countKept, countCompleted, countPresent, countOutdated, countRepeated,
        countProblems, countFiles, countImported, countUpdated, sampleNew, sampleChanged,
        sampleKept,
        sampleCompleted, sampleOutdated, problems, remarks, first, columnTitle, columnUserName,
        columnSite, columnLine, columnNumber, passwordTitle, passwordWrong, columnReason,
        reasonMissingQuote, reasonTextAfterQuote, reasonTooFew, reasonTooMany, reasonFieldTooLong,
        reasonRowTooLong, reasonInvalidText, reasonNoPassword, reasonNoName, reasonBrowserAccount,
        reasonInTrash, reasonAttachments, reasonFileTooLarge, reasonFileMissing, reasonFileRenamed,
        reasonTooManyFiles, reasonFormerFiles, reasonOneTimeCode, reasonKeptWhole, reasonWithheld,
        reasonAddress, reasonAddressWithheld, reasonPrivateKey,
        reasonReference, reasonProgramMarks,
        reasonHistory, reasonGroupTooLarge, reasonInnerLink, reasonOuterLink, reasonUnreadable,
        reasonUnknownPart, reasonOtherFile, reasonNotDecrypted,
        importingTitle, importing, importingHelp, cancelling, cancelled, resultTitle, resultSummary,
        resultDelete, resultDeleteLater, done, another, exportAction, exportActionHelp, exportTitle,
        exportSummary, exportFormat, exportFormatHelp, exportFormatProblem, exportPath,
        exportPathHelp, exportReplace, exportPassphrase, exportPassphraseHelp, exportPassword,
        exportPasswordHelp, exportRepeat, exportRepeatProblem, exportStart, exportWorking,
        exportWorkingHelp, exportCancelled, exportDone, exportDoneSummary, exportClear,
        exportAnother, omitted, omitsNothing, omitsFormerPasswords, omitsFormerValues,
        omitsAttachments, exportRefused, formerPassword, omitsPasskeys, omitsPlaceholders,
        omitsProgramData, omitsFormerDates,
        omitsUses, omitsTrash

    package static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
