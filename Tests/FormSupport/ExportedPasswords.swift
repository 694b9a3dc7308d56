import Foundation

/// The passwords in what Wallet exports for Bitwarden.
struct ExportedPasswords: Decodable {
    private struct Item: Decodable {
        let login: Login?
    }

    private struct Login: Decodable {
        let password: String?
    }

    private let items: [Item]

    /// Those of all logins, each once.
    var all: Set<String> {
        Set(items.compactMap { $0.login?.password }).subtracting([""])
    }

    /// Reads what was exported.
    init(_ text: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
    }
}
