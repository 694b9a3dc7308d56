import TenonCore
import TenonNetworking

/// What signing in to the demonstration takes.
enum SignIn {
    /// The password of everybody; nobody here is real.
    static let password = "photofeed"
    /// How long a code counts, in milliseconds.
    static let codeLife: Int64 = 600_000
    /// What applications may ask for; each stands for all that begins with it.
    static let scopes = ["read", "write", "follow", "push", "profile"]
    static let outOfBand = "urn:ietf:wg:oauth:2.0:oob"

    /// Whether something may be asked for.
    static func isKnown(_ scope: Substring) -> Bool {
        scopes.contains(String(scope.prefix { $0 != ":" }))
    }
}

/// An error as OAuth has it (RFC 6749, section 5.2).
struct SignInRefused: Error {
    let status: Int
    let code: String
    let description: String

    static let badClient = SignInRefused(
        status: 401, code: "invalid_client",
        description: "Client authentication failed due to unknown client, or a wrong secret.")
    static let badGrant = SignInRefused(
        status: 400, code: "invalid_grant",
        description:
            "The provided authorization grant is invalid, expired, or was issued to another client."
    )

    var reply: ServedReply {
        FeedCall.reply(
            .object([
                .init("error", .string(code)), .init("error_description", .string(description)),
            ]), status: status)
    }
}

extension FeedSite {
    /// Applications, the question to the person, and tokens.
    var signIn: [Endpoint] {
        [
            Endpoint("GET", "/.well-known/oauth-authorization-server") { Self.metadata(of: $0) },
            endpoint("POST", "/api/v1/apps", .anybody) { try await register($0) },
            Endpoint("GET", "/oauth/authorize") { request in
                await question(FormValues(encoded: (request.query ?? "").utf8), problem: nil)
            },
            Endpoint("POST", "/oauth/authorize", bodyLimit: Self.longestForm) { request in
                try await answer(FormValues(encoded: request.body), request)
            },
            Endpoint("POST", "/oauth/token", bodyLimit: Self.longestForm) { request in
                do {
                    return try await token(FormValues(encoded: request.body))
                } catch let refusal as SignInRefused {
                    return refusal.reply
                }
            },
            Endpoint("POST", "/oauth/revoke", bodyLimit: Self.longestForm) { request in
                do {
                    return try await revoke(FormValues(encoded: request.body))
                } catch let refusal as SignInRefused {
                    return refusal.reply
                }
            },
        ]
    }

    /// RFC 8414.
    private static func metadata(of request: ServedRequest) -> ServedReply {
        let base = "http://\(request.authority)"
        func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
        return FeedCall.reply(
            .object([
                .init("issuer", .string("\(base)/")),
                .init("authorization_endpoint", .string("\(base)/oauth/authorize")),
                .init("token_endpoint", .string("\(base)/oauth/token")),
                .init("revocation_endpoint", .string("\(base)/oauth/revoke")),
                .init("app_registration_endpoint", .string("\(base)/api/v1/apps")),
                .init("scopes_supported", list(SignIn.scopes)),
                .init("response_types_supported", list(["code"])),
                .init("grant_types_supported", list(["authorization_code", "refresh_token"])),
                .init("token_endpoint_auth_methods_supported", list(["client_secret_post"])),
                .init("code_challenge_methods_supported", list(["S256"])),
                .init("authorization_response_iss_parameter_supported", .bool(true)),
            ]))
    }

    private func register(_ call: FeedCall) async throws -> ServedReply {
        let redirects = (call.values.all("redirect_uris") + call.values.all("redirect_uris[]"))
            .flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
        let scopes = (call.values["scopes"] ?? "read").split(separator: " ")
        guard let name = call.values["client_name"], !name.isEmpty, name.count <= 60 else {
            throw Refused.invalid("Application name can't be blank")
        }
        guard !redirects.isEmpty else { throw Refused.invalid("Redirect URI can't be blank.") }
        guard scopes.allSatisfy(SignIn.isKnown) else {
            throw Refused.invalid("Scopes doesn't match configured on the server.")
        }
        let (client, secret) = (SecretName.make(), SecretName.make())
        let app = AppRecord(
            client: client, secretHash: SecretName.hash(secret), name: name, redirects: redirects,
            scopes: scopes.map(String.init))
        try await store.write { try $0.add(app) }
        return FeedCall.reply(
            .object([
                .init("id", .string(client)), .init("name", .string(name)),
                .init("redirect_uri", .string(redirects.joined(separator: "\n"))),
                .init("client_id", .string(client)), .init("client_secret", .string(secret)),
                .init("scopes", .array(scopes.map { .string(String($0)) })),
            ]))
    }

    // MARK: - The question

    /// What of the question comes back with the answer.
    private static let asked = [
        "response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge",
        "code_challenge_method",
    ]

    private static func page(_ html: String, status: Int = 200) -> ServedReply {
        ServedReply(
            status: status, type: "text/html; charset=utf-8",
            fields: [
                (
                    "Content-Security-Policy",
                    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
                ), ("Referrer-Policy", "no-referrer"),
            ], body: Array(html.utf8))
    }

    private static func notPossible(_ problem: String) -> ServedReply {
        page(SignInPage.notPossible(problem), status: 400)
    }

    /// The application that asks; a page that says what is wrong otherwise.
    private func app(asking values: FormValues) async -> (app: AppRecord?, refusal: ServedReply) {
        let client = values["client_id"] ?? ""
        let redirect = values["redirect_uri"] ?? ""
        guard let app = try? await store.read({ try $0.app(client) }) else {
            return (nil, Self.notPossible("The program is not known here."))
        }
        guard app.allows(redirect) else {
            return (
                nil, Self.notPossible("The program may not lead you back to where it wants to.")
            )
        }
        return (app, Self.notPossible(""))
    }

    private func question(_ values: FormValues, problem: String?) async -> ServedReply {
        let (app, refusal) = await app(asking: values)
        guard let app else { return refusal }
        guard values["response_type"] == "code" else {
            return Self.notPossible("The program asks for something else than a code.")
        }
        let method = values["code_challenge_method"]
        guard values["code_challenge"] == nil || method == "S256" else {
            return Self.notPossible("The program binds the code in an unknown way.")
        }
        let scopes = (values["scope"] ?? "read").split(separator: " ")
        guard scopes.allSatisfy({ Self.covers(app.scopes, $0) }) else {
            return Self.notPossible("The program asks for more than it may.")
        }
        let hidden = Self.asked.compactMap { name in values[name].map { (name, $0) } }
        return Self.page(
            SignInPage.question(
                app: app.name, scopes: scopes.joined(separator: ", "), hidden: hidden,
                problem: problem), status: problem == nil ? 200 : 422)
    }

    /// Whether some scopes stand for another one; `read` does for `read:statuses`.
    private static func covers(_ scopes: [String], _ scope: Substring) -> Bool {
        scopes.contains(String(scope)) || scopes.contains(String(scope.prefix { $0 != ":" }))
    }

    private func answer(_ values: FormValues, _ request: ServedRequest) async throws -> ServedReply
    {
        // All that the question was checked for is checked again: the form is as good as any request.
        let asked = await question(values, problem: nil)
        guard asked.status == 200 else { return asked }
        let redirect = values["redirect_uri"] ?? ""
        var pairs: [(name: String, value: String)] = []
        if let state = values["state"] { pairs.append(("state", state)) }
        pairs.append(("iss", "http://\(request.authority)/"))
        guard values["decision"] == "allow" else {
            pairs.append(("error", "access_denied"))
            return Self.lead(back: redirect, pairs)
        }
        let name = values["username"] ?? ""
        let account = try await store.read { try $0.account(named: name) }
        guard let account, values["password"] == SignIn.password else {
            return await question(values, problem: "The name or the password is wrong.")
        }
        let code = SecretName.make()
        let record = CodeRecord(
            client: values["client_id"] ?? "", account: account.id,
            scopes: values["scope"] ?? "read", redirect: redirect,
            challenge: values["code_challenge"] ?? "", end: now().milliseconds + SignIn.codeLife,
            isUsed: false)
        try await store.write { try $0.add(record, hash: SecretName.hash(code)) }
        guard redirect != SignIn.outOfBand else { return Self.page(SignInPage.code(code)) }
        return Self.lead(back: redirect, [("code", code)] + pairs)
    }

    private static func lead(
        back redirect: String, _ pairs: [(name: String, value: String)]
    ) -> ServedReply {
        guard redirect != SignIn.outOfBand else {
            return page(SignInPage.notPossible("The program may not act for you."))
        }
        let query = pairs.map { pair in
            "\(pair.name)="
                + PercentCoding.encode(pair.value.utf8) { !PercentCoding.isUnreserved($0) }
        }.joined(separator: "&")
        let mark = redirect.contains("?") ? "&" : "?"
        return ServedReply(
            status: 302,
            fields: [
                ("Location", "\(redirect)\(mark)\(query)"), ("Referrer-Policy", "no-referrer"),
            ])
    }
}
