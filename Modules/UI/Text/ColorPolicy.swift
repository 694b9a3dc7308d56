package import TenonCore

/// Decides whether text on a stream may be coloured.
package enum ColorPolicy {
    /// `--no-color`.
    package static let setting = Setting<Bool>("no-color", help: "Never use colours.")

    /// Whether colours may be used.
    ///
    /// In this order: `--no-color`, `NO_COLOR` and `<APP>_NO_COLOR`, which forbid; `FORCE_COLOR`
    /// and `CLICOLOR_FORCE`, which demand; `TERM=dumb`, and whether it is a terminal.
    package static func allows(
        _ configuration: Configuration, application: ApplicationInfo, isTerminal: Bool
    ) -> Bool {
        func isSet(_ name: String) -> Bool {
            configuration.environmentVariable(name).map { !$0.isEmpty } ?? false
        }
        if configuration[setting] || isSet("NO_COLOR") { return false }
        if isSet(variable(of: application)) { return false }
        for name in ["FORCE_COLOR", "CLICOLOR_FORCE"] where isSet(name) {
            return configuration.environmentVariable(name) != "0"
        }
        return isTerminal && configuration.environmentVariable("TERM") != "dumb"
    }

    /// The variable of one application, such as `SHOP_NO_COLOR`.
    private static func variable(of application: ApplicationInfo) -> String {
        let name = application.name.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
        return String(name) + "_NO_COLOR"
    }
}
