package import TenonUI

/// The texts of this feature.
package enum RecordsText: String, LocalizedKey {
    case addBank, addIdentity, addLicence, addSSHKey, addWifi, bank, banks, copyEmail, copyIBAN,
        copyLicenceKey, copyPassword, copyPublicKey, fingerprint, identities, identity, licence,
        licences, newBank, newIdentity, newLicence, newSSHKey, newWifi, noBanks, noIdentities,
        noLicences, noSSHKeys, noWifis, nothingToCopy, sshKey, sshKeys, titleMissing,
        titleOrMissing, wifi, wifis, wirelessCode

    package static let catalogue = Catalogue(json: PackageResources.Strings_json)
}
