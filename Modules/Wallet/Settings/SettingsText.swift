import TenonUI

/// The texts of this feature.
enum SettingsText: String, LocalizedKey {
    case title = "settings.title"
    case summary = "settings.summary"
    case save = "settings.save"
    case saved = "settings.saved"
    case autoLock = "settings.auto-lock"
    case autoLockHelp = "settings.auto-lock.help"
    case minutes = "settings.minutes"
    case hours = "settings.hours"
    case never = "settings.never"
    case clipboardTime = "settings.clipboard-time"
    case seconds = "settings.seconds"
    case listOrder = "settings.list-order"
    case orderTitle = "settings.order.title"
    case orderRecent = "settings.order.recent"
    case language = "settings.language"
    case system = "settings.system"
    case theme = "settings.theme"
    case themeHelp = "settings.theme.help"
    case themeLight = "settings.theme.light"
    case themeDark = "settings.theme.dark"
    case reprompt = "settings.reprompt"
    case repromptHelp = "settings.reprompt.help"
    case fixedTitle = "settings.fixed.title"
    case fixedValue = "settings.fixed.value"
    case fromFlag = "settings.from.flag"
    case fromEnvironment = "settings.from.environment"
    case fromFile = "settings.from.file"
    case setAside = "settings.set-aside"
    case setAsideHelp = "settings.set-aside.help"

    static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
