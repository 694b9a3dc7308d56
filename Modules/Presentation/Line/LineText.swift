import TenonUI

/// The texts of this module; the names tell where they are shown.
enum LineText: String, LocalizedKey {
    case fill, emptyValue, isSet, choices, searching, legendText, legendEndSearch, legendHelp,
        legendAgain, legendGo, legendNumber, legendLetter, legendValue, legendLocation, helpNumber,
        helpNumberLetter, helpNumberHelp, helpField, helpFieldValue, returnKey, unknown, noNumber,
        noAction, noMore, firstScreen, tooLong, notUTF8, fillHint, fillSecretHint, fillMultiline,
        fillOptions, fillSeveralOptions, fillToggle, fillPath, problemToggle, problemOption,
        problemOptions, problemControl, yesWords, noWords, questionUnclear, questionWrongName,
        questionGone, questionUnanswered, here, noPlaces, unknownPlace, helpPlaces, helpPlace,
        helpUndo, noUndo, legendRows, selectRows, selectedHelp, noSelection, filterToggle

    static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
