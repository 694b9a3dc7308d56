package import TenonUI

/// The texts of this feature.
package enum LoginsText: String, LocalizedKey {
    case add = "logins.add"
    case copyPassword = "logins.copy-password"
    case copyUserName = "logins.copy-user-name"
    case empty = "logins.empty"
    case generate = "logins.generate"
    case generateHelp = "logins.generate.help"
    case generated = "logins.generated"
    case many = "logins.many"
    case new = "logins.new"
    case noPassword = "logins.no-password"
    case noUserName = "logins.no-user-name"
    case notes = "logins.notes"
    case one = "logins.one"
    case oneTimePassword = "logins.one-time-password"
    case oneTimeSecret = "logins.one-time-secret"
    case oneTimeSecretHelp = "logins.one-time-secret.help"
    case password = "logins.password"
    case site = "logins.site"
    case sites = "logins.sites"
    case sitesHelp = "logins.sites.help"
    case titleMissing = "logins.title.missing"
    case userName = "logins.user-name"

    package static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
