import TenonCore
import WalletVault

/// The marks by which other programs keep an entry from being filled in, or have put it away, for all
/// readers.
enum WithholdingMark {
    /// Whether Bitwarden asks for the passphrase before it shows an item, or has it in its archive.
    static func isSet(inBitwarden reprompt: SecretText?, archived: SecretText?) -> Bool {
        reprompt == SecretText("1") || archived.map { !$0.isEmpty } ?? false
    }

    /// Whether 1Password has an item in its archive, or is told to fill it nowhere, or in a way that is not
    /// followed here.
    ///
    /// Older files say so of the whole item, by its scope; newer ones by the autofill behavior of an address
    /// (1Password Developer, "1Password SDK concepts"). Here one such address holds for all of the item.
    static func isSet(inOnePassword item: JSONValue, _ overview: JSONValue) -> Bool {
        let behaviors = (overview["urls"]?.elements ?? []).compactMap { $0["autofillBehavior"] }
        let scope = overview["scope"]?.text.lowercased() ?? ""
        return item["state"]?.text == "archived" || ["never", "exactdomain"].contains(scope)
            || behaviors.contains { !["", "anywhereonwebsite"].contains($0.text.lowercased()) }
    }

    /// Whether KeePassXC hides an entry, or all of a group that it is in, from browsers, or keeps the group for
    /// one browser (`BrowserService.cpp`).
    static func isSet(inKeePass entry: KeePassEntry) -> Bool {
        let mark = "BrowserHideEntry"
        return entry.customData.contains { $0.key == mark && $0.value.reveal() == "true" }
            || entry.groupParts.contains {
                $0.key == "CustomData"
                    && (KeePassMark.isSet(mark, in: $0.value)
                        || KeePassMark.isThere("BrowserRestrictKey", in: $0.value))
            }
    }

    /// Whether a program has an item in its archive, as the column of a text file says.
    static func isSet(inColumn archived: SecretText) -> Bool {
        archived.reveal().lowercased() == "true"
    }

    /// Whether Enpass has an item in its archive.
    static func isSet(inEnpass item: JSONValue) -> Bool {
        (item["archived"]?.integer ?? 0) > 0
    }
}
