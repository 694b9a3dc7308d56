import TenonCore
import TenonSecurity

/// Codes and tokens, of which the database knows only the hashes.
enum SecretName {
    /// A text that nobody can guess: 256 bits.
    static func make() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<4).map { _ in random.next() as UInt64 }.map { $0.hexadecimal() }.joined()
    }

    /// The hash of a text.
    static func hash(_ text: String) -> [UInt8] {
        Array(text.utf8).withUnsafeBytes { SecretHash.sha256(of: $0) }
    }

    /// The challenge of a verifier (RFC 7636, section 4.2).
    static func challenge(of verifier: String) -> String {
        let alphabet = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var text: [UInt8] = []
        var (bits, count) = (0, 0)
        for byte in hash(verifier) {
            bits = (bits << 8 | Int(byte)) & 0xFFFF
            count += 8
            while count >= 6 {
                count -= 6
                text.append(alphabet[bits >> count & 63])
            }
        }
        if count > 0 { text.append(alphabet[bits << (6 - count) & 63]) }
        return String(decoding: text, as: UTF8.self)
    }
}

/// An application that may ask people.
struct AppRecord: Sendable {
    let client: String
    let secretHash: [UInt8]
    let name: String
    let redirects: [String]
    let scopes: [String]

    /// Whether the page may lead back to an address.
    ///
    /// The port of this machine may be any one (RFC 8252, section 7.3).
    func allows(_ redirect: String) -> Bool {
        if redirects.contains(redirect) { return true }
        guard let local = Self.withoutPort(redirect) else { return false }
        return redirects.contains { Self.withoutPort($0) == local }
    }

    /// An address of this machine without its port; `nil` for any other address.
    private static func withoutPort(_ address: String) -> String? {
        for host in ["http://127.0.0.1", "http://[::1]"] where address.hasPrefix("\(host)") {
            let rest = address.dropFirst(host.count)
            guard rest.first == ":" else { return rest.first == "/" ? host + rest : nil }
            let path = rest.dropFirst().drop { $0.isNumber }
            return path.isEmpty || path.first == "/" ? host + path : nil
        }
        return nil
    }
}

/// What a person has agreed to, until the application comes for it.
struct CodeRecord: Sendable {
    let client: String
    let account: Int64
    let scopes: String
    let redirect: String
    let challenge: String
    let end: Int64
    let isUsed: Bool
}

/// What a token allows, and the code that it came of.
struct TokenRecord: Sendable {
    let client: String
    let account: Int64
    let scopes: String
    /// The hash of the code.
    let source: [UInt8]
}

extension FeedRecords {
    /// Adds an application.
    func add(_ app: AppRecord) throws {
        try connection.execute(
            "INSERT INTO app (client, secret, name, redirects, scopes) VALUES (?, ?, ?, ?, ?)",
            [
                .text(app.client), .blob(app.secretHash), .text(app.name),
                .text(app.redirects.joined(separator: "\n")),
                .text(app.scopes.joined(separator: " ")),
            ])
    }

    /// An application; `nil` when there is none.
    func app(_ client: String) throws -> AppRecord? {
        try rows(
            "SELECT client, secret, name, redirects, scopes FROM app WHERE client = ?",
            [.text(client)]
        ) { row in
            AppRecord(
                client: row.text(0), secretHash: row.blob(1), name: row.text(2),
                redirects: row.text(3).split(separator: "\n").map(String.init),
                scopes: row.text(4).split(separator: " ").map(String.init))
        }.first
    }

    /// Keeps what a person has agreed to.
    func add(_ code: CodeRecord, hash: [UInt8]) throws {
        try connection.execute(
            """
            INSERT INTO code (hash, client, account, scopes, redirect, challenge, ends, is_used)
                VALUES (?, ?, ?, ?, ?, ?, ?, 0)
            """,
            [
                .blob(hash), .text(code.client), .integer(code.account), .text(code.scopes),
                .text(code.redirect), .text(code.challenge), .integer(code.end),
            ])
    }

    /// What a person has agreed to; `nil` when there is no such code.
    func code(_ hash: [UInt8]) throws -> CodeRecord? {
        try rows(
            """
            SELECT client, account, scopes, redirect, challenge, ends, is_used FROM code
                WHERE hash = ?
            """, [.blob(hash)]
        ) { row in
            CodeRecord(
                client: row.text(0), account: row.integer(1), scopes: row.text(2),
                redirect: row.text(3), challenge: row.text(4), end: row.integer(5),
                isUsed: row.integer(6) == 1)
        }.first
    }

    /// Takes a code, so that nobody else can; and what came of it, when it was taken before.
    func use(code hash: [UInt8], again: Bool) throws {
        try connection.execute("UPDATE code SET is_used = 1 WHERE hash = ?", [.blob(hash)])
        guard again else { return }
        for table in ["token", "refresh"] {
            try connection.execute("DELETE FROM \(table) WHERE code = ?", [.blob(hash)])
        }
    }

    /// Keeps a token.
    func add(_ token: TokenRecord, hash: [UInt8], at time: Int64, ends: Int64) throws {
        try connection.execute(
            """
            INSERT INTO token (hash, client, account, scopes, made, code, ends)
                VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .blob(hash), .text(token.client), .integer(token.account), .text(token.scopes),
                .integer(time), .blob(token.source), .integer(ends),
            ])
    }

    /// Keeps what gets another token.
    func add(refresh token: TokenRecord, hash: [UInt8]) throws {
        try connection.execute(
            "INSERT INTO refresh (hash, client, account, scopes, code) VALUES (?, ?, ?, ?, ?)",
            [
                .blob(hash), .text(token.client), .integer(token.account), .text(token.scopes),
                .blob(token.source),
            ])
    }

    /// Takes what gets another token, which then counts no more; `nil` when it did not before.
    func take(refresh hash: [UInt8], of client: String) throws -> TokenRecord? {
        let found = try rows(
            "SELECT client, account, scopes, code FROM refresh WHERE hash = ? AND client = ?",
            [.blob(hash), .text(client)]
        ) { row in
            TokenRecord(
                client: row.text(0), account: row.integer(1), scopes: row.text(2),
                source: row.blob(3))
        }.first
        try connection.execute("DELETE FROM refresh WHERE hash = ?", [.blob(hash)])
        return found
    }

    /// Who a token stands for; `nil` when it does not count.
    func visitor(token hash: [UInt8], at time: Int64) throws -> Visitor? {
        try rows(
            "SELECT account, scopes FROM token WHERE hash = ? AND (ends = 0 OR ends > ?)",
            [.blob(hash), .integer(time)]
        ) { row in
            Visitor(
                account: row.integer(0),
                scopes: Set(row.text(1).split(separator: " ").map(String.init)))
        }.first
    }

    /// Takes a token of an application back, with all that came of the same sign-in (RFC 7009, section 2.1).
    ///
    /// - Parameter hash: That of an access token, or of one that gets another.
    func revoke(token hash: [UInt8], of client: String) throws {
        let tables = ["token", "refresh"]
        let codes = try tables.flatMap { table in
            try rows(
                "SELECT code FROM \(table) WHERE hash = ? AND client = ?",
                [.blob(hash), .text(client)]
            ) { $0.blob(0) }
        }
        for (table, code) in tables.flatMap({ table in codes.map { (table, $0) } }) {
            try connection.execute(
                "DELETE FROM \(table) WHERE code = ? AND client = ?", [.blob(code), .text(client)])
        }
    }
}
