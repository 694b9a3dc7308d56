/// The labels of hidden fields that more than one module knows.
///
/// An import keeps in them what another program has said of an item; those who answer browsers and git
/// follow it, and an export gives it back.
package enum HiddenLabel {
    /// What other programs call their entries, which tells each from all others of its program.
    package static let names = [
        ".keepass.uuid", ".bitwarden.id", ".1password.uuid", ".pass.path", ".proton.itemId",
        ".keeper.uid", ".enpass.uuid", ".1password.opvaultUuid",
    ]
    /// The addresses of a login with their rules, a list as Bitwarden has it.
    package static let bitwardenAddresses = ".bitwarden.login.uris"
    /// The passkeys of a login, a list as Bitwarden has it.
    package static let bitwardenPasskeys = ".bitwarden.login.fido2Credentials"
    /// The passkeys of a login, a list as Proton Pass has it.
    package static let protonPasskeys = ".proton.passkeys"
    /// What begins the labels of data that an entry of KeePass has.
    package static let keePassData = ".keepass.data."
    /// What begins the labels of what the groups of an entry of KeePass have.
    package static let keePassGroups = ".keepass.group."
    /// When an entry of KeePass expires, as RFC 3339 writes times.
    package static let keePassExpiry = ".keepass.expires"
    /// What KeePassXC knows of an entry for browsers: hosts that were allowed and denied.
    package static let keePassXCBrowsers = ".keepass.data.KeePassXC-Browser Settings"
    /// KeePassXC's mark of entries for authentication by HTTP alone.
    package static let keePassXCOnlyHTTP = ".keepass.data.BrowserOnlyHttpAuth"
    /// KeePassXC's mark of entries that are not for authentication by HTTP.
    package static let keePassXCNotHTTP = ".keepass.data.BrowserNotHttpAuth"

    /// The mark of logins from which a person has taken the tag ``FillTag/none``.
    package static let fillTag = ".wallet.no-fill"

    /// The mark of logins that git has stored.
    package static let gitMade = ".git.made"
    /// Where servers refused the login that git gave them, and with which password.
    package static let gitRefused = ".git.refused"
    /// When a password expires, as git says, in seconds since 1970.
    package static let gitExpiry = ".git.password_expiry_utc"
    /// What renews a password, as git says.
    package static let gitRenewal = ".git.oauth_refresh_token"
    /// The password that the two came with.
    package static let gitBinding = ".git.bound"
    /// The kind of a credential that is no password.
    package static let gitAuthentication = ".git.authtype"
    /// A credential that is no password.
    package static let gitCredential = ".git.credential"
    /// The mark of logins that Docker has stored.
    package static let dockerMade = ".docker.made"
    /// The application that keeps a secret.
    package static let applicationName = ".application.name"
    /// The secret of an application.
    package static let applicationSecret = ".application.secret"

    /// The labels by which those who answer programs know what these have made or said.
    ///
    /// They believe them, so no file brings them.
    package static let answering: Set = [
        gitMade, gitRefused, gitExpiry, gitRenewal, gitBinding, gitAuthentication, gitCredential,
        dockerMade, applicationName, applicationSecret,
    ]

    /// Those of them with a secret, which a file brings as fields that a person sees.
    package static let secrets: Set = [gitRenewal, gitCredential, applicationSecret]

    /// A label that a person sees: a dot at its beginning would hide it.
    package static func shown(_ label: String) -> String {
        label.hasPrefix(".") ? "\(dot)\(label.dropFirst())" : label
    }

    /// The label that another program has for one that a person sees: with a dot again.
    package static func written(_ label: String) -> String {
        label.hasPrefix(dot) ? ".\(label.dropFirst())" : label
    }

    private static let dot = "\u{2024}"
}
