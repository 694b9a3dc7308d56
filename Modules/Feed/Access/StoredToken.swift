import TenonCore
import TenonMemory
import TenonOAuth

/// What an account needs to be used again: its token, and what the application is known by.
struct StoredToken: Sendable {
    /// The name of the application on the server.
    let client: String
    /// What proves that it is the application.
    let secret: SecretText
    /// The access token, with what gets another one.
    let access: AccessToken

    /// The token of an account at an application.
    init(_ access: AccessToken, of identity: ClientIdentity) {
        client = identity.name
        secret = identity.secret ?? SecretText("")
        self.access = access
    }

    /// Reads what ``text`` writes; `nil` for something else.
    init?(_ text: SecretText) {
        let lines = text.withBytes { bytes in
            bytes.split(separator: 10, omittingEmptySubsequences: false).map {
                SecretText(utf8: UnsafeRawBufferPointer(rebasing: $0))
            }
        }
        guard lines.count >= 3 else { return nil }
        client = lines[0].reveal()
        secret = lines[1]
        // Those that were kept before there were renewals have three lines.
        let refresh = lines.count > 3 && !lines[3].isEmpty ? lines[3] : nil
        let end = lines.count > 4 ? Int64(lines[4].reveal()) : nil
        access = AccessToken(
            token: lines[2], refresh: refresh, end: end.map { Timestamp(milliseconds: $0) })
    }

    /// What the application is known by.
    var identity: ClientIdentity { ClientIdentity(client, secret: secret) }

    /// One line for each part.
    var text: SecretText {
        let buffer = SecretBuffer()
        let end = access.end.map { "\($0.milliseconds)" } ?? ""
        for part in [
            SecretText(client), secret, access.token, access.refresh ?? SecretText(""),
            SecretText(end),
        ] {
            buffer.append(part)
            buffer.append(SecretText("\n"))
        }
        return buffer.text
    }
}
