import TenonCore
import WalletVault

/// The marks by which other programs keep an entry from being filled in, or have put it away, for all
/// readers.
enum WithholdingMark {
    /// Whether Bitwarden asks for the passphrase before it shows an item, or has it in its archive.
    static func isSet(inBitwarden reprompt: SecretText?, archived: SecretText?) -> Bool {
        reprompt == SecretText("1") || archived.map { !$0.isEmpty } ?? false
    }

    /// How 1Password calls an address that it fills in only where the domain is exactly the same.
    private static let exactDomain = "exactdomain"

    /// Whether 1Password has an item in its archive, or is told to fill it nowhere, or in a way that is not
    /// known here.
    ///
    /// Older files say so of the whole item, by its scope; newer ones by the autofill behavior of an address
    /// (1Password Developer, "1Password SDK concepts"). Here one such address holds for all of the item.
    static func isSet(inOnePassword item: JSONValue, _ overview: JSONValue) -> Bool {
        let behaviors = (overview["urls"]?.elements ?? []).compactMap { $0["autofillBehavior"] }
        let known = ["", "anywhereonwebsite", exactDomain]
        return item["state"]?.text == "archived" || overview["scope"]?.text.lowercased() == "never"
            || behaviors.contains { !known.contains($0.text.lowercased()) }
    }

    /// The addresses of an item that 1Password fills in only where the domain is exactly the same.
    ///
    /// These are all of them when it says so of the item. The address of the item itself is most often one of
    /// the list; if not, it is no way around that.
    static func exactAddresses(inOnePassword overview: JSONValue) -> [String] {
        let addresses = overview["urls"]?.elements ?? []
        let isWhole = overview["scope"]?.text.lowercased() == exactDomain
        let exact = addresses.filter {
            isWhole || $0["autofillBehavior"]?.text.lowercased() == exactDomain
        }
        let main = overview["url"]?.text ?? ""
        let isMainExact =
            isWhole || !exact.isEmpty && !addresses.contains { $0["url"]?.text == main }
        return ((isMainExact ? [main] : []) + exact.map { $0["url"]?.text ?? "" })
            .filter { !$0.isEmpty }
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
