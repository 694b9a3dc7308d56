package import TenonUI

/// The texts of this feature.
package enum LoginsText: String, LocalizedKey {
    case add, copyPassword, copyUserName, empty, generate, generateHelp, generateLonger,
        generateShorter, generateLengthHelp, generatePlain, generatePlainHelp, generateWords,
        generateWordsHelp,
        generateDigits, generateDigitsHelp, many, new,
        noPassword, noUserName, one, oneTimePassword, oneTimeSecret, oneTimeSecretHelp,
        password, site, sites, sitesHelp, titleMissing, userName

    package static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
