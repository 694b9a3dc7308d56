import HTTPTypes
import TenonCore

/// Sends one request until there is a reply that counts, or no more reason to go on.
struct Delivery: Sendable {
    /// What is sent.
    struct Request: Sendable {
        var call: NetworkCall
        let acceptedStatuses: Set<Int>
        let isRepeatable: Bool
        let credentialFields: Set<HTTPField.Name>
    }

    /// What came of it.
    struct Delivered: Sendable {
        let reply: NetworkReply
        let wasRedirected: Bool
    }

    let networker: any Networker
    let clock: any TimeTelling
    let policy: NetworkPolicy
    let jitter: @Sendable () -> Double

    /// Sends the request as often as the policy has it.
    ///
    /// - Throws: The ``NetworkError`` of the last attempt; `CancellationError`.
    func deliver(_ request: Request) async throws -> Delivered {
        let end = policy.timeouts.total.map { clock.sinceBoot() + $0 }
        var attempt = 1
        while true {
            do {
                return try await limited(request, until: end)
            } catch {
                try Task.checkCancellation()
                guard let error = error as? NetworkError else {
                    throw NetworkError.failed(request.call.address, cause: error)
                }
                guard let delay = delay(after: error, attempt: attempt, request),
                    end.map({ clock.sinceBoot() + delay < $0 }) ?? true
                else { throw error }
                try await clock.sleep(for: delay)
                attempt += 1
            }
        }
    }

    /// How long to wait before the next attempt; `nil` when there is to be none.
    private func delay(after error: NetworkError, attempt: Int, _ request: Request) -> Duration? {
        guard attempt < policy.retry.maximumAttempts, error.isTransient,
            request.isRepeatable || !error.mayHaveArrived
        else { return nil }
        let asked = error.retryAfter ?? .zero
        guard asked <= policy.retry.maximumRetryAfter else { return nil }
        return max(asked, policy.retry.delay(after: attempt, jitter: jitter()))
    }

    /// One attempt, within its time.
    private func limited(_ request: Request, until end: Duration?) async throws -> Delivered {
        let left = end.map { $0 - clock.sinceBoot() }
        guard let limit = [policy.timeouts.attempt, left].compactMap(\.self).min() else {
            return try await attempt(request)
        }
        return try await withThrowingTaskGroup(of: Delivered.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await attempt(request) }
            group.addTask {
                try await clock.sleep(for: limit)
                throw NetworkError.timedOut(request.call.address)
            }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }

    /// One attempt: the request, and those that redirections lead to.
    private func attempt(_ request: Request) async throws -> Delivered {
        var call = request.call
        var visited: Set<WebAddress> = [call.address]
        while true {
            let reply = try await perform(call, isFirst: visited.count == 1)
            guard policy.maximumRedirections > 0,
                let next = try Redirection.next(
                    after: reply, to: call, credentials: request.credentialFields)
            else {
                try check(reply, of: call.address, request)
                return Delivered(reply: reply, wasRedirected: visited.count > 1)
            }
            // A form that was posted may lead back to its own address, to be got there.
            guard visited.insert(next.address).inserted || next.method != call.method else {
                throw NetworkError.redirection(call.address, "The redirections form a loop.")
            }
            guard visited.count <= policy.maximumRedirections + 1 else {
                throw NetworkError.redirection(
                    call.address,
                    "There are more than \(policy.maximumRedirections) redirections.")
            }
            call = next
        }
    }

    /// Sends one request; after a redirection, one before it has arrived in any case.
    private func perform(_ call: NetworkCall, isFirst: Bool) async throws -> NetworkReply {
        do {
            return try await networker.perform(call)
        } catch let error as NetworkError where !isFirst {
            throw error.havingArrived
        }
    }

    private func check(_ reply: NetworkReply, of address: WebAddress, _ request: Request) throws {
        guard !(200..<300).contains(reply.statusCode),
            !request.acceptedStatuses.contains(reply.statusCode)
        else { return }
        throw NetworkError.status(
            reply.statusCode, address,
            retryAfter: RetryAfter.duration(in: reply.fields, now: clock.now()))
    }
}
