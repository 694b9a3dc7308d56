package import TenonUI

/// The texts of this feature.
package enum CardsText: String, LocalizedKey {
    case add, brand, copyCode, copyNumber, doubtCharacters, doubtCheckDigit, doubtCode, doubtLength,
        empty,
        expired, expiredWarning, expiring, expiringWarning, expiry, expiryBad, expiryHelp, holder,
        issuer, many, missing, new, noCode, noNumber, number, numberHelp, one, pin,
        securityCode

    package static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
