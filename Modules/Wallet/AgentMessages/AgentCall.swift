package import WalletAgentLink
package import WalletSync
package import WalletVault

/// A call of the agent: what is sent, what comes back, and what the agent does for it.
///
/// ``AgentCalls`` has all of them. A client makes the frame of a call with ``request(_:)``; the agent
/// reads it with ``AgentCalls/read(_:)``, and performs it.
package struct AgentCall<each Argument: WireValue, Reply: WireValue>: Sendable {
    /// What the agent does; the arguments follow the callee.
    package typealias Work =
        @Sendable (any AgentCallee, repeat each Argument) async throws -> Reply

    /// The first byte of the request.
    let code: UInt8
    /// What the call says about a person at the client.
    let meaning: CallMeaning
    private let work: Work

    /// Defines a call.
    init(_ code: UInt8, _ meaning: CallMeaning = .request, work: @escaping Work) {
        self.code = code
        self.meaning = meaning
        self.work = work
    }

    /// The frame that asks for it.
    package func request(_ arguments: repeat each Argument, capacity: Int = 256) throws -> Frame {
        let frame = Frame(.call, capacity: capacity)
        frame.append(code)
        repeat try (each arguments).write(to: frame)
        return frame
    }
}

extension AgentCall where Reply == Nothing {
    /// Defines a call whose reply says only that it is done.
    init(
        _ code: UInt8, _ meaning: CallMeaning = .request,
        work: @escaping @Sendable (any AgentCallee, repeat each Argument) async throws -> Void
    ) {
        self.init(code, meaning) {
            (callee: any AgentCallee, arguments: repeat each Argument) in
            try await work(callee, repeat each arguments)
            return Nothing()
        }
    }
}

/// What a call says about a person at the client.
package enum CallMeaning: Sendable {
    /// Nothing: programs send it by themselves.
    case nothing
    /// The agent is still needed.
    case request
    /// A person uses the vault.
    case use
}

/// The agent's side of a conversation, on which calls are performed.
package protocol AgentCallee: Sendable {
    /// The vault that the client means.
    var vault: any Vault { get }
    /// What keeps that vault in step with other machines.
    ///
    /// - Throws: `SyncError` (`syncUnavailable`) where nothing does.
    var sync: any VaultSyncing { get throws }
    /// What the agent says about itself.
    var report: AgentReport { get }

    /// Locks the vault.
    func lock() async
    /// A person has used the vault.
    func noteUse()
    /// Sets the time without use after which the vault locks; `nil` means never.
    func lock(afterIdle limit: Duration?)
    /// Keeps steps until the commit; they are forgotten with the connection.
    func gather(_ steps: GatheredSteps) throws
    /// Writes all steps that were gathered, and returns their number.
    func commit() async throws -> Int
    /// From now on tells the client each new status and each change.
    func watch()
}

/// A call that the agent has received, with its arguments.
package struct ReceivedCall: Sendable {
    /// What the call says about a person at the client.
    package let meaning: CallMeaning
    /// Performs it, and makes the frame of the answer.
    package let answer: @Sendable (any AgentCallee) async throws -> sending Frame
}

/// A call whose arguments and reply are of any type.
protocol AnyAgentCall: Sendable {
    /// The first byte of the request.
    var code: UInt8 { get }

    /// Reads the arguments.
    func read(_ reader: inout FrameReader) throws -> ReceivedCall
}

extension AgentCall: AnyAgentCall {
    func read(_ reader: inout FrameReader) throws -> ReceivedCall {
        let arguments = (repeat try (each Argument)(reading: &reader))
        let work = work
        return ReceivedCall(meaning: meaning) { callee in
            let reply = try await work(callee, repeat each arguments)
            let frame = Frame(.answer)
            try reply.write(to: frame)
            guard frame.count <= AgentLink.answerLimit else { throw AgentError(.tooLong) }
            return frame
        }
    }
}
