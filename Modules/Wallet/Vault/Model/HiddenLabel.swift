/// The labels of hidden fields that more than one module knows.
///
/// An import keeps in them what another program has said of an item; those who answer browsers and git
/// follow it, and an export gives it back.
package enum HiddenLabel {
    /// The addresses of a login with their rules, a list as Bitwarden has it.
    package static let bitwardenAddresses = ".bitwarden.login.uris"
    /// The passkeys of a login, a list as Bitwarden has it.
    package static let bitwardenPasskeys = ".bitwarden.login.fido2Credentials"
    /// The passkeys of a login, a list as Proton Pass has it.
    package static let protonPasskeys = ".proton.passkeys"
    /// When an entry of KeePass expires, as RFC 3339 writes times.
    package static let keePassExpiry = ".keepass.expires"
    /// What KeePassXC knows of an entry for browsers: hosts that were allowed and denied.
    package static let keePassXCBrowsers = ".keepass.data.KeePassXC-Browser Settings"
    /// KeePassXC's mark of entries for authentication by HTTP alone.
    package static let keePassXCOnlyHTTP = ".keepass.data.BrowserOnlyHttpAuth"
    /// KeePassXC's mark of entries that are not for authentication by HTTP.
    package static let keePassXCNotHTTP = ".keepass.data.BrowserNotHttpAuth"

    /// What begins the labels, after the dot, by which those who answer programs know what they have
    /// made.
    package static let answering: Set = ["git", "docker", "application"]
}
