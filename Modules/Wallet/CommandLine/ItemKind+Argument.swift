import ArgumentParser
import WalletVault

extension ItemKind: ExpressibleByArgument {
    /// The kinds that a person can name.
    public static var allValueStrings: [String] { [login, card, note].map(\.rawValue) }
}
