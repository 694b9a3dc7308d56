import Synchronization
import TenonCore
import WalletAgentLink
import WalletCredentials
import WalletVault

/// One client's requests of git, docker, a browser or another application.
final class CredentialConversation: Sendable {
    private struct State {
        var browser: BrowserSession?
        var signals: Task<Void, Never>?
        /// Sends the answers that a person decides on, in the order of the questions.
        var decisions: Task<Void, Never>?
    }

    /// The time that a browser may take to read an answer, in milliseconds.
    private static let patience: Int64 = 10_000

    private let keeper: VaultKeeper
    private let outlet: Outlet
    private let say: @Sendable (Sentence) -> String
    private let makePerson: AgentService.PersonMaker
    private let state = Mutex(State())

    /// Begins with nothing.
    ///
    /// - Parameters:
    ///   - say: The text of a sentence in the person's language.
    ///   - makePerson: Makes the object that asks the person.
    init(
        _ keeper: VaultKeeper, outlet: Outlet, say: @escaping @Sendable (Sentence) -> String,
        makePerson: @escaping AgentService.PersonMaker
    ) {
        self.keeper = keeper
        self.outlet = outlet
        self.say = say
        self.makePerson = makePerson
    }

    /// Whether a browser has begun a conversation and waits for events.
    var isWatching: Bool { state.withLock(\.browser) != nil }

    /// Ends what goes on without being asked.
    func end() async {
        let browser = state.withLock { state in
            state.signals?.cancel()
            state.decisions?.cancel()
            if state.browser != nil { keeper.count(browsers: -1) }
            defer { state = State() }
            return state.browser
        }
        await browser?.end()
    }

    /// Answers a request; one of a browser begins a conversation.
    func answer(_ request: sending Frame) async throws -> sending Frame {
        let (family, verb, surroundings, input, mayAsk) = try request.read {
            (reader) throws(LinkError) in
            guard let family = CredentialExchange.Family(rawValue: try reader.byte()) else {
                throw .malformed
            }
            let verb = try reader.text()
            var surroundings: [String] = []
            for _ in 0..<(try reader.number()) { surroundings.append(try reader.text()) }
            let input = try reader.block()
            guard input.count <= CredentialExchange.inputLimit else { throw .tooLong }
            let mayAsk = try reader.byte() != 0
            return (family, verb, surroundings, SecretText(utf8: input), mayAsk)
        }
        // A browser may have been started from a terminal that another program uses now.
        let isBrowser = family == .browser
        let place = surroundings.filter { !isBrowser || !$0.hasPrefix("TTY=") }
        // Credential requests do not reset the idle timer: editors fetch and pages reload by
        // themselves.
        let keeper = keeper
        let service = CredentialService(
            CredentialVault(keeper.vault, turns: keeper.turns) { keeper.noteUse() },
            person: NotedPerson(makePerson(place)))
        switch family {
        case .git:
            return frame(await service.git(verb, input, mayAsk: mayAsk))
        case .docker:
            return frame(await service.docker(verb, input, mayAsk: mayAsk))
        case .application:
            return frame(await service.application(verb, input, mayAsk: mayAsk))
        case .browser:
            begin(service.makeBrowserSession(say: say))
            return Self.empty()
        }
    }

    /// Answers a message of a browser.
    ///
    /// - Returns: `nil` when the person decides first; the answer is sent after that.
    func message(_ message: sending Frame) async throws -> sending Frame? {
        guard let browser = state.withLock(\.browser) else { throw LinkError.malformed }
        let text = message.withBody { SecretText(utf8: $0) }
        switch await browser.receive(text) {
        case .now(let answer): return Self.event(answer)
        case .later(let answer):
            send(answer)
            return nil
        }
    }

    private func send(_ answer: Task<SecretText, Never>) {
        let outlet = outlet
        state.withLock { state in
            let former = state.decisions
            state.decisions = Task {
                await withTaskCancellationHandler {
                    await former?.value
                    let text = await answer.value
                    guard !Task.isCancelled else { return }
                    try? outlet.send(Self.event(text), within: Self.patience)
                } onCancel: {
                    former?.cancel()
                    answer.cancel()
                }
            }
        }
    }

    private func frame(_ answer: CredentialAnswer) -> sending Frame {
        let text = answer.message.isEmpty ? "" : say(answer.message)
        return answer.output.withBytes { output in
            CredentialExchange.answer(output, status: answer.status, text: text)
        }
    }

    private func begin(_ browser: BrowserSession) {
        let (vault, outlet) = (keeper.vault, outlet)
        let signals = Task {
            var isFirst = true
            for await status in vault.statuses() {
                // The first one is not a change.
                if !isFirst {
                    let signal = browser.signal(isUnlocked: status == .unlocked)
                    outlet.post { Self.event(signal) }
                }
                isFirst = false
            }
        }
        let former = state.withLock { state in
            state.signals?.cancel()
            state.decisions?.cancel()
            if state.browser == nil { keeper.count(browsers: 1) }
            defer { state = State(browser: browser, signals: signals) }
            return state.browser
        }
        if let former { Task { await former.end() } }
    }

    private static func event(_ text: SecretText) -> sending Frame {
        let frame = Frame(.event, capacity: text.count + 16)
        text.withBytes { frame.append($0) }
        return frame
    }

    private static func empty() -> sending Frame {
        CredentialExchange.answer(UnsafeRawBufferPointer(start: nil, count: 0), status: 0, text: "")
    }
}
