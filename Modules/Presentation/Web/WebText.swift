import TenonUI

/// The texts that only this front end needs.
enum WebText: String, LocalizedKey {
    case skip, stop, stopHelp, theme, themeSystem, themeLight, themeDark, shortcuts, shortcutsKey,
        shortcutsAction, shortcutsHere, shortcutsSearch, shortcutsEscape, shortcutsRows,
        shortcutsFound, shortcutsUse, palette, paletteNothing, loading, first, last,
        problemTitle, emptyList,
        chosenFile, newWindow, numbers, item, value, changed, changedForm, unavailable,
        wrongName,
        lost,
        endsSoon, stay, endsAfter, overTitle, overText, overStop, asleepTitle, asleepText,
        asleepContinue, privateTitle, privateText, usedTitle, usedText, lockedTitle, lockedText,
        continueTitle, continueText, refusedTitle, refusedText, unreachableTitle, notFoundTitle,
        notFoundText, malformedTitle, malformedText, methodTitle, methodText, tooLargeTitle,
        tooLargeText, tooSlowTitle, tooSlowText, defectTitle, defectText, backToScreen, applyFilter

    static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
