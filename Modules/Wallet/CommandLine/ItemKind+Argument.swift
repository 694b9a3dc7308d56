import ArgumentParser
import WalletVault

extension ItemKind: ExpressibleByArgument {
    /// The kinds that a person can name.
    public static var allValueStrings: [String] { allCases.filter { $0 != .other }.map(\.rawValue) }
}
