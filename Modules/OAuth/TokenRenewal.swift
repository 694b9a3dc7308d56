public import TenonCore

/// Holds the token of a person, and gets another one when it has ended (RFC 6749, section 6).
///
/// Several requests that find at once that it has ended wait for the same renewal. A renewal goes on
/// when the request that began it is cancelled, since the token before may not count any more.
public actor TokenRenewal {
    /// A token that ends this soon is renewed before it is used.
    private static let margin = Duration.seconds(10)

    private let clock: any TimeTelling
    private let renew: @Sendable (AccessToken) async throws -> AccessToken?
    private var latest: AccessToken
    private var renewing: Task<AccessToken?, any Error>?
    private var isRefused = false
    private var isClosed = false

    /// Holds a token.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - clock: Measures time.
    ///   - renew: Gets another token in place of one, such as by ``OAuthClient/renew(_:)``, and keeps it
    ///     where it is kept; `nil` when the server refuses.
    public init(
        _ token: AccessToken, clock: any TimeTelling,
        renew: @escaping @Sendable (AccessToken) async throws -> AccessToken?
    ) {
        latest = token
        self.clock = clock
        self.renew = renew
    }

    /// The token for a request.
    ///
    /// When one that is about to end cannot be renewed, it is used while the server takes it.
    public func token() async -> SecretText {
        if let end = latest.end, end <= clock.now().advanced(by: Self.margin) {
            _ = try? await next()
        }
        return latest.token
    }

    /// The token for a request that the server refused with another one.
    ///
    /// - Parameter refused: The token of that request.
    /// - Returns: `nil` when there is no other one: the person has to sign in again.
    /// - Throws: What the renewal throws when the server could not be asked.
    public func token(after refused: SecretText) async throws -> SecretText? {
        guard latest.token == refused else { return latest.token }
        if let next = try await next() { return next.token }
        isRefused = true
        return nil
    }

    /// The token that the server takes no more; `nil` while it is not known to be so.
    public var refused: SecretText? { isRefused ? latest.token : nil }

    /// Renews no more, once a renewal that runs has come to its end.
    ///
    /// - Returns: The last token.
    public func close() async -> AccessToken {
        isClosed = true
        if let renewing, case .success(let token?) = await renewing.result { latest = token }
        return latest
    }

    private func next() async throws -> AccessToken? {
        guard !isRefused, !isClosed, latest.refresh != nil else { return nil }
        let task = renewing ?? Task { [latest, renew] in try await renew(latest) }
        renewing = task
        let result = await task.result
        // All who waited come by here; the first one takes note.
        if renewing == task {
            renewing = nil
            if case .success(let token) = result {
                if let token { latest = token } else { isRefused = true }
            }
        }
        return try result.get()
    }
}

extension OAuthClient {
    /// Gets another token in place of one.
    ///
    /// - Returns: `nil` when what gets one counts no more (`invalid_grant`; RFC 6749, section 5.2), or
    ///   there is none.
    /// - Throws: ``OAuthError`` for any other refusal, which says nothing of the sign-in;
    ///   `NetworkError`, `CancellationError`.
    public func renew(_ token: AccessToken) async throws -> AccessToken? {
        guard let refresh = token.refresh else { return nil }
        do {
            let next = try await self.token(refreshing: refresh)
            // Without a new one, the one before goes on counting.
            return AccessToken(
                token: next.token, refresh: next.refresh ?? refresh,
                scopes: next.scopes.isEmpty ? token.scopes : next.scopes, end: next.end)
        } catch let error as OAuthError where error.code == .oauthExpired {
            return nil
        }
    }
}
