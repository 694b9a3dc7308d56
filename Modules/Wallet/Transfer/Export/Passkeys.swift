import TenonCore
import WalletVault

/// The passkeys that imports have kept in fields of an item; nothing is logged in with them here.
enum Passkeys {
    /// Where Bitwarden has them, as a list.
    private static let bitwarden = ".\(BitwardenItem.prefix)login.fido2Credentials"
    /// Where Proton Pass has them, as a list.
    private static let proton = ".proton.passkeys"
    /// The attribute that each entry of KeePassXC with a passkey has.
    private static let keePassXC = "KPEX_PASSKEY_CREDENTIAL_ID"

    /// How many passkeys of an item the programs do not use that read a format.
    static func unused(of item: Item, in format: ExportFormat) -> Int {
        item.customFields.reduce(0) { count, field in
            switch field.label {
            case bitwarden: count + (format.isForBitwarden ? 0 : listed(field.value))
            case proton: count + listed(field.value)
            case keePassXC: count + (format == .keePass ? 0 : 1)
            default: count
            }
        }
    }

    private static func listed(_ value: SecretText) -> Int {
        (try? JSONReader.read(value))?.elements.count ?? 0
    }
}
