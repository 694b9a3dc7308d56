import TenonCore

/// What the desktop knows an application by.
struct DesktopIdentity: Sendable {
    /// The name of its `.desktop` file and its icon, without ending: `org.tenon.Shop`.
    let name: String

    init(_ application: ApplicationInfo) {
        let letters = application.name.unicodeScalars.filter {
            $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
        }
        name =
            "org.tenon."
            + (letters.isEmpty ? "Application" : String(String.UnicodeScalarView(letters)))
    }
}
