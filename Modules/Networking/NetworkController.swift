public import TenonCore

/// What a ``NetworkController`` does with an error.
public enum NetworkErrorPolicy: Sendable {
    /// Throws it.
    case `return`
    /// Shows it to the person, who may try again; throws it when they do not.
    ///
    /// - Parameter title: What did not work, in a few words: "The rates were not updated".
    case tell(title: Sentence)
}

/// Sends typed requests, with retries, and handles errors.
///
/// Around the port `networker` it adds limits of time, repetition of what may be
/// repeated, redirections, replies that are kept and asked about, parsing, and telling the person. It
/// asks the person through `alerts`: it does not know what an alert looks like, or
/// that there is a screen.
public final class NetworkController: Sendable {
    private let delivery: Delivery
    private let cache: ValidatorCache
    private let alerts: any AlertPresenting
    private let translate: @Sendable (Sentence) -> String

    /// Makes a controller.
    ///
    /// - Parameters:
    ///   - networker: Performs the requests.
    ///   - clock: Measures the limits of time and the delays.
    ///   - alerts: Shows alerts to the person.
    ///   - say: Translates an error into the person's language; English unless given.
    ///   - policy: How patient and how persistent it is.
    ///   - keptBytes: How much is kept of replies that can be asked about; 4 MiB unless set.
    ///   - jitter: Draws evenly from 0 to 1, where a delay lies below its bound.
    public init(
        networker: any Networker, clock: any TimeTelling, alerts: any AlertPresenting,
        say: @escaping @Sendable (Sentence) -> String = { "\($0)" },
        policy: NetworkPolicy = NetworkPolicy(), keptBytes: Int = 4 << 20,
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
    ) {
        delivery = Delivery(networker: networker, clock: clock, policy: policy, jitter: jitter)
        cache = ValidatorCache(limit: keptBytes)
        self.alerts = alerts
        translate = say
    }

    /// Sends a request and parses the reply.
    ///
    /// - Parameters:
    ///   - request: What is asked for.
    ///   - policy: What is done with an error.
    /// - Throws: ``NetworkError``, whose ``NetworkError/isTold`` says whether the person knows;
    ///   `CancellationError`.
    public func send<Response>(
        _ request: NetworkRequest<Response>, onError policy: NetworkErrorPolicy = .return
    ) async throws -> Response {
        while true {
            do {
                return try await response(to: request)
            } catch var error as NetworkError {
                guard case .tell(let title) = policy else { throw error }
                let isToTryAgain = await tell(
                    error, title: title, isRepeatable: request.isRepeatable)
                try Task.checkCancellation()
                if isToTryAgain { continue }
                error.isTold = true
                throw error
            }
        }
    }

    private func response<Response>(
        to request: NetworkRequest<Response>
    ) async throws -> Response {
        let reply = try await reply(to: request)
        do {
            return try request.parse(reply)
        } catch {
            throw NetworkError.unreadable(request.address, cause: error)
        }
    }

    private func reply<Response>(to request: NetworkRequest<Response>) async throws -> NetworkReply
    {
        var call = NetworkCall(
            request.method, request.address, fields: request.fields, body: request.body,
            maximumReply: request.maximumReply,
            connectionTimeout: delivery.policy.timeouts.connection)
        call.sent = request.sent
        let key = ValidatorCache.Key(call, credentials: request.credentialFields)
        // The cached reply may be longer than this request allows.
        let kept = key.flatMap(cache.reply).flatMap { reply in
            reply.body.count <= request.maximumReply ? reply : nil
        }
        var request = Delivery.Request(
            call: call,
            acceptedStatuses: request.acceptedStatuses.union(kept == nil ? [] : [304]),
            isRepeatable: request.isRepeatable, credentialFields: request.credentialFields)
        if let kept { request.call.fields.append(contentsOf: kept.conditions) }
        let delivered = try await delivery.deliver(request)
        // The reply of a redirection's target may differ the next time.
        guard let key, !delivered.wasRedirected else { return delivered.reply }
        guard let kept, delivered.reply.statusCode == 304 else {
            cache.keep(delivered.reply, to: key)
            return delivered.reply
        }
        let updated = kept.updated(by: delivered.reply)
        cache.keep(updated, to: key)
        return updated
    }

    /// Tells the person, and returns whether to try again.
    private func tell(
        _ error: NetworkError, title: Sentence, isRepeatable: Bool
    ) async -> Bool {
        let doubt: Sentence = "It may have been done anyway."
        let isInDoubt = error.mayHaveArrived && !isRepeatable
        let sentences = [error.message] + (isInDoubt ? [doubt] : []) + [error.remedy]
        let tryAgain = Alert.Choice(id: "try-again", title: say("Try again"))
        let answer = await alerts.present(
            Alert(
                title: say(title), message: sentences.map(say).joined(separator: " "),
                choices: [tryAgain]))
        return answer == tryAgain.id
    }

    private func say(_ sentence: Sentence) -> String { translate(sentence) }
}
