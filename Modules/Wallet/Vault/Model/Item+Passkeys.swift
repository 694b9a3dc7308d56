import TenonCore

extension Item {
    /// How many passkeys an import has kept in the item.
    ///
    /// Nothing is logged in with them here; an export gives them back to the program that uses them.
    package var passkeyCount: Int {
        let lists = [HiddenLabel.bitwardenPasskeys, HiddenLabel.protonPasskeys]
        let kept = head.customFields.filter { lists.contains($0.label) }
            .compactMap { try? JSONReader.read($0.value) }
        return kept.reduce(hasKeePassXCPasskey ? 1 : 0) { $0 + $1.elements.count }
    }

    /// Whether it has a passkey of KeePassXC.
    package var hasKeePassXCPasskey: Bool {
        head.customFields.contains { $0.label.hasPrefix(Self.keePassXCPasskey) }
    }

    /// What begins the names of KeePassXC's attributes with its passkey, of which an entry has one.
    package static let keePassXCPasskey = "KPEX_PASSKEY_"
}
