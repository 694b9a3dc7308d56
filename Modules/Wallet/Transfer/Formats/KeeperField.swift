import TenonCore
import WalletVault

/// The fields of Keeper, whose names may begin with a type: `$pinCode:Door:1`.
enum KeeperField {
    private static let secrets = ["pinCode", "secret", "password", "keyPair", "accountNumber"]

    /// Adds a field to a draft.
    static func add(_ name: String, _ value: SecretText, to draft: inout ItemDraft) {
        if name == "TFC:Keeper" || type(of: name) == "oneTimeCode" {
            return draft.take(oneTimeCode: value)
        }
        guard name.hasPrefix("$") else {
            return draft.add(name, value, isConcealed: name.lowercased().contains("password"))
        }
        let parts = name.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        let label = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : String(parts[0])
        draft.add(label, value, isConcealed: secrets.contains(String(parts[0])))
    }

    private static func type(of name: String) -> String? {
        name.hasPrefix("$") ? name.dropFirst().split(separator: ":").first.map(String.init) : nil
    }
}
