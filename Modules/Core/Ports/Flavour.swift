/// The kind of a build; kinds differ only in the defaults of settings.
public enum Flavour: String, Sendable, Codable, CaseIterable, SettingValue {
    /// For developers.
    case debug
    /// For tests.
    case test
    /// For everyone else.
    case release

    /// The kind that this program was built as.
    public static var built: Flavour {
        // Beside `Patience` the one place where the code looks at how it is built.
        #if DEBUG
            .debug
        #else
            .release
        #endif
    }
}
