import WalletAgentLink

/// The texts of this program.
struct ProviderText {
    /// Words in English and in Brazilian Portuguese.
    private let isPortuguese: Bool

    /// Takes the language from the environment.
    init(variable: (String) -> String? = AgentPlace.environmentVariable) {
        let language = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first ?? ""
        isPortuguese = language.hasPrefix("pt")
    }

    /// Asks for the passphrase.
    var passphrase: String {
        isPortuguese ? "Frase secreta da carteira: " : "Passphrase of the wallet: "
    }

    /// The answer that nothing was stored or erased.
    var locked: String {
        isPortuguese
            ? "O cofre está bloqueado; nada foi gravado nem apagado. Desbloqueie-o com "
                + "\"wallet unlock\"."
            : "The vault is locked; nothing was stored or erased. Unlock it with "
                + "\"wallet unlock\"."
    }

    /// The answer that there was too much to read, or nothing.
    var unreadableInput: String {
        isPortuguese
            ? "A entrada não pode ser lida, ou é maior que 1 MiB."
            : "The input cannot be read, or is larger than 1 MiB."
    }
}
