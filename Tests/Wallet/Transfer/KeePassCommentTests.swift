import TenonCore
import Testing
import WalletVault

@testable import WalletTransfer  // The readers of formats are internal.

@Suite("Comments in the texts of KeePass")
struct KeePassCommentTests {
    /// A part of an entry and its text, what becomes of it, and the comments that become fields.
    private static let texts: [(key: String, text: String, becomes: String, comments: [String])] = [
        ("Password", "{C:old}abc", "abc", ["old"]),
        ("Password", "{C:a}x{C:b}y", "xy", ["a", "b"]),
        ("Password", "{C:a{b}c}x", "x", ["a{b}c"]), ("Password", "{C:}x", "x", []),
        ("Password", "{C:{PASSWORD}}x", "x", ["{PASSWORD}"]),
        ("Password", "{C:a", "{C:a", []), ("Password", "{C:a}{TOTP}", "{C:a}{TOTP}", []),
        ("UserName", "ada{C:mine}", "ada", ["mine"]), ("Title", "{C:x}Bank", "Bank", ["x"]),
        ("URL", "https://a.example/{C:é 🔑}", "https://a.example/", ["é 🔑"]),
        ("PIN", "{c:door}1234", "1234", ["door"]), ("Copy", "{PASSWORD}{C:x}", "p", ["x"]),
        ("Notes", "{C:x}text", "{C:x}text", []),
    ]

    @Test("Stand for nothing where they are, and become concealed fields")
    func comments() throws {
        for (key, text, becomes, comments) in Self.texts {
            let others = [("Title", "Bank"), ("Password", "p")].filter { $0.0 != key }
            let entry = KeePassEntry(
                fields: (others + [(key, text)]).map { .init(key: $0.0, value: SecretText($0.1)) })
            let (resolved, _) = KeePassReferences([entry]).resolved(entry)
            #expect(resolved[key]?.reveal() == becomes, "\(text)")
            let fields = resolved.fields.filter { $0.key == "comment" }
            #expect(fields.map { $0.value.reveal() } == comments, "\(text)")
            let item = KeePassItem(xml: DocumentTools.live.xml).item(resolved).item
            let kept = item.customFields.filter { $0.label == "comment" }
            let areConcealed = kept.allSatisfy(\.isConcealed)
            #expect(areConcealed && kept.count == comments.count, "\(text)")
        }
    }
}
