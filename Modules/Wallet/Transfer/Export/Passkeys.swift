import WalletVault

/// The passkeys of items in exports.
enum Passkeys {
    /// How many passkeys of an item the programs do not use that read a format.
    static func unused(of item: Item, in format: ExportFormat) -> Int {
        item.passkeys.reduce(0) { count, passkeys in
            let isUsed =
                switch passkeys.label {
                case HiddenLabel.bitwardenPasskeys: format.isForBitwarden
                case Item.keePassXCPasskey: format == .keePass
                default: false
                }
            return isUsed ? count : count + passkeys.count
        }
    }
}
