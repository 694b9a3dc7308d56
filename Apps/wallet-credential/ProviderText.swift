import WalletAgentLink

/// The texts of this program.
struct ProviderText {
    /// What it speaks.
    private enum Language {
        case english, german, portuguese
    }

    private let language: Language

    /// Takes the language from the environment.
    init(variable: (String) -> String? = AgentPlace.environmentVariable) {
        let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first ?? ""
        language =
            name.hasPrefix("de") ? .german : name.hasPrefix("pt") ? .portuguese : .english
    }

    /// Asks for the passphrase.
    var passphrase: String {
        switch language {
        case .english: "Passphrase of the wallet: "
        case .german: "Passphrase von Wallet: "
        case .portuguese: "Frase secreta da carteira: "
        }
    }

    /// The answer that nothing was stored or erased.
    var locked: String {
        switch language {
        case .english:
            "The vault is locked; nothing was stored or erased. Unlock it with "
                + "\"wallet unlock\"."
        case .german:
            "Der Tresor ist gesperrt; es wurde nichts gespeichert oder gelöscht. Mit "
                + "„wallet unlock“ entsperren."
        case .portuguese:
            "O cofre está bloqueado; nada foi gravado nem apagado. Desbloqueie-o com "
                + "\"wallet unlock\"."
        }
    }

    /// The answer that there was too much to read, or nothing.
    var unreadableInput: String {
        switch language {
        case .english: "The input cannot be read, or is larger than 1 MiB."
        case .german: "Die Eingabe kann nicht gelesen werden oder ist größer als 1 MiB."
        case .portuguese: "A entrada não pode ser lida, ou é maior que 1 MiB."
        }
    }
}
