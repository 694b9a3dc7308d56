package import TenonUI

/// The texts of this feature.
package enum CardsText: String, LocalizedKey {
    case add = "cards.add"
    case brand = "cards.brand"
    case copyCode = "cards.copy-code"
    case copyNumber = "cards.copy-number"
    case doubtCharacters = "cards.doubt.characters"
    case doubtCheckDigit = "cards.doubt.check-digit"
    case doubtLength = "cards.doubt.length"
    case empty = "cards.empty"
    case expired = "cards.expired"
    case expiredWarning = "cards.expired.warning"
    case expiring = "cards.expiring"
    case expiringWarning = "cards.expiring.warning"
    case expiry = "cards.expiry"
    case expiryBad = "cards.expiry.bad"
    case expiryHelp = "cards.expiry.help"
    case holder = "cards.holder"
    case issuer = "cards.issuer"
    case many = "cards.many"
    case missing = "cards.missing"
    case new = "cards.new"
    case noCode = "cards.no-code"
    case noNumber = "cards.no-number"
    case notes = "cards.notes"
    case number = "cards.number"
    case numberHelp = "cards.number.help"
    case one = "cards.one"
    case pin = "cards.pin"
    case securityCode = "cards.security-code"

    package static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
