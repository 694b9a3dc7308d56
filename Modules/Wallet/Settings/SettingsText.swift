import TenonUI

/// The texts of this feature.
enum SettingsText: String, LocalizedKey {
    case title, summary, saved, autoLock, autoLockHelp, minutes, hours, never, clipboardTime,
        seconds, listOrder, orderTitle, orderRecent, language, system, theme, themeHelp, themeLight,
        themeDark, reprompt, repromptHelp, fixedTitle, fixedValue, fromFlag, fromEnvironment,
        fromFile, setAside, setAsideHelp, attachmentLimit, attachmentLimitHelp, megabytes

    static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
