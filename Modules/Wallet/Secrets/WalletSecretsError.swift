import TenonCore
import WalletAgentLink

/// Why Wallet keeps or gives nothing.
typealias WalletSecretsError = ModuleError<WalletSecretsErrors>

/// Tells ``WalletSecretsError`` apart from the errors of other modules.
enum WalletSecretsErrors {}

extension WalletSecretsError {
    static func unreachable(_ error: LinkError) -> WalletSecretsError {
        WalletSecretsError(.walletSecrets, "Wallet cannot be asked: \("\(error)")")
    }

    /// What the agent said, which it says in the language of the person.
    static func refused(_ text: String) -> WalletSecretsError {
        WalletSecretsError(.walletSecrets, "Wallet says: \(HarmlessText.line(text))")
    }
}

extension ErrorCode {
    /// Wallet does not keep a secret, or does not give one.
    static let walletSecrets = ErrorCode("wallet.secrets", .unavailable)
}
