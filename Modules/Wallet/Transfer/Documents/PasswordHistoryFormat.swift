import TenonCore
import WalletVault

/// How a program writes the former passwords of an item in JSON: a list of a password and a time each.
struct PasswordHistoryFormat: Sendable {
    /// The name of the password.
    let password: String
    /// The name of the time when it was replaced.
    let replaced: String
    let read: @Sendable (JSONValue) -> Timestamp?
    let write: @Sendable (Timestamp) -> JSONValue

    static let bitwarden = PasswordHistoryFormat(
        password: "password", replaced: "lastUsedDate", read: { InternetTime.read($0.text) },
        write: { .string(InternetTime.write($0)) })

    static let onePassword = PasswordHistoryFormat(
        password: "value", replaced: "time",
        read: { $0.integer.flatMap { InternetTime.read(seconds: $0) } },
        write: OnePasswordWriter.seconds)

    /// The passwords in a list; what is not such a list has none.
    func versions(_ text: SecretText) -> [ItemVersion] {
        let values = (try? JSONReader.read(text))?.elements ?? []
        return values.compactMap { value in
            value[password].map { ItemVersion(password: $0.secret, replaced: time(value)) }
        }
    }

    /// The former passwords of an item, the newest first.
    ///
    /// - Parameter kept: The list that came from the program; its values go back as they were.
    func list(_ exported: ItemWithHistory, kept: JSONValue?) -> [JSONValue] {
        let former = exported.formerPasswords
        let kept = kept?.elements ?? []
        let values = former.map { version in
            let written: JSONValue = [
                replaced: write(version.replaced),
                password: .string(version.password ?? SecretText(utf8: [])),
            ]
            return kept.first {
                $0[password]?.secret == version.password && time($0) == time(written)
            } ?? written
        }
        let others = kept.filter { value in
            !former.contains { $0.password == value[password]?.secret }
        }
        return (values + others).map { (time: time($0)?.milliseconds ?? 0, value: $0) }
            .sorted { $0.time > $1.time }.map(\.value)
    }

    private func time(_ value: JSONValue) -> Timestamp? { value[replaced].flatMap(read) }
}
