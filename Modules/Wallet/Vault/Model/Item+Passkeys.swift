import TenonCore

extension Item {
    /// How many passkeys an import has kept in the item, by the field in which they are.
    ///
    /// Nothing is logged in with them here; an export gives them back to the program that uses them.
    package var passkeys: [(label: String, count: Int)] {
        head.customFields.compactMap { field in
            switch field.label {
            case HiddenLabel.bitwardenPasskeys, HiddenLabel.protonPasskeys:
                (field.label, (try? JSONReader.read(field.value))?.elements.count ?? 0)
            case Self.keePassXCPasskey: (field.label, 1)
            default: nil
            }
        }
    }

    /// The attribute that each entry of KeePassXC with a passkey has.
    package static let keePassXCPasskey = "KPEX_PASSKEY_CREDENTIAL_ID"
}
