import TenonUI

/// The texts of this module; the names tell where they are shown.
enum TerminalText: String, LocalizedKey {
    case rows, filePattern, completion, firstScreen, yesLetter, noLetter, wrongName, goTo,
        commandsHint, commandsNone, optionsHint, optionsMark, enterResults, enterChange,
        enterOptions, enterLine, enterNext, helpFocused, helpScreen, helpApplication, helpKeys,
        helpText, commandUp, commandDown, commandLeft, commandRight, commandPageUp, commandPageDown,
        commandFirst,
        commandLast, commandNext, commandPrevious, commandChoose, commandSubmit, commandBack,
        commandMark, commandMarkAll, commandFilter, commandSearch, commandUndo, commandCommands,
        commandHelp, commandRedraw, commandQuit

    static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
