import TenonCore
import TenonNetworking

extension FeedSite {
    private func client(_ values: FormValues) async throws -> AppRecord {
        let client = values["client_id"] ?? ""
        guard let app = try await store.read({ try $0.app(client) }),
            app.secretHash == SecretName.hash(values["client_secret"] ?? "")
        else { throw SignInRefused.badClient }
        return app
    }

    /// Gives a token for a code, or in place of one that ends.
    func token(_ values: FormValues) async throws -> ServedReply {
        let app = try await client(values)
        switch values["grant_type"] {
        case "authorization_code": return try await token(for: values, app)
        case "refresh_token":
            let hash = SecretName.hash(values["refresh_token"] ?? "")
            return try await issue { try $0.take(refresh: hash, of: app.client) }
        default:
            throw SignInRefused(
                status: 400, code: "unsupported_grant_type",
                description: "The authorization grant type is not supported.")
        }
    }

    private func token(for values: FormValues, _ app: AppRecord) async throws -> ServedReply {
        let hash = SecretName.hash(values["code"] ?? "")
        let (time, redirect) = (now().milliseconds, values["redirect_uri"] ?? "")
        let verifier = values["code_verifier"] ?? ""
        return try await issue { records in
            guard let code = try records.code(hash), code.client == app.client else { return nil }
            // Who comes with a code a second time has stolen it, or it was stolen before: nothing that
            // came of it counts any more (RFC 6749, section 4.1.2).
            try records.use(code: hash, again: code.isUsed)
            guard !code.isUsed, time <= code.end, code.redirect == redirect,
                code.challenge.isEmpty || code.challenge == SecretName.challenge(of: verifier)
            else { return nil }
            return TokenRecord(
                client: code.client, account: code.account, scopes: code.scopes, source: hash)
        }
    }

    /// Gives a token for what a person has agreed to, and what renews one that ends (section 5.1).
    private func issue(
        _ grant: @escaping @Sendable (FeedRecords) throws -> TokenRecord?
    ) async throws -> ServedReply {
        let (token, refresh, time) = (SecretName.make(), SecretName.make(), now())
        let life = tokenLife
        let end = life.map { time.advanced(by: $0).milliseconds } ?? 0
        let granted = try await store.write { records -> TokenRecord? in
            guard let granted = try grant(records) else { return nil }
            try records.add(
                granted, hash: SecretName.hash(token), at: time.milliseconds, ends: end)
            if life != nil { try records.add(refresh: granted, hash: SecretName.hash(refresh)) }
            return granted
        }
        guard let granted else { throw SignInRefused.badGrant }
        var members: [JSONValue.Member] = [
            .init("access_token", .string(token)), .init("token_type", .string("Bearer")),
            .init("scope", .string(granted.scopes)),
            .init("created_at", .number("\(time.milliseconds / 1_000)")),
        ]
        if let life {
            members += [
                .init("expires_in", .number("\(life.components.seconds)")),
                .init("refresh_token", .string(refresh)),
            ]
        }
        return FeedCall.reply(.object(members))
    }

    /// Takes a token back.
    func revoke(_ values: FormValues) async throws -> ServedReply {
        let app = try await client(values)
        let hash = SecretName.hash(values["token"] ?? "")
        try await store.write { try $0.revoke(token: hash, of: app.client) }
        return FeedCall.reply(.object([]))
    }
}
