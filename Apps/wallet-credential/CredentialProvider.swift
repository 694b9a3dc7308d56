import CDumps
import Glibc
import TenonMemory
import WalletAgentLink

/// Passes the input of git, Docker or a browser to the agent, and the answer back.
struct CredentialProvider {
    /// The longest wait for a key to be derived from a passphrase, in milliseconds.
    private static let patienceWithKey: Int64 = 60_000

    private let invocation: Invocation
    private let text = ProviderText()

    /// Reads the name and the arguments of the program.
    init(arguments: [String]) { invocation = Invocation(arguments) }

    /// Does what is asked.
    ///
    /// - Returns: The exit status.
    func run() -> Int32 {
        wallet_forbid_dumps()
        signal(SIGPIPE, SIG_IGN)
        switch invocation {
        case .git(let verb, let vault): return git(verb, AgentPlace.vault(naming: vault))
        case .docker(let verb): return docker(verb)
        case .browser: return BrowserRelay().run()
        case .says(let text, let status):
            StandardStreams.write(text, to: STDOUT_FILENO)
            return status
        case .fails(let text, let status):
            StandardStreams.write(text, to: STDERR_FILENO)
            return status
        }
    }

    private func git(_ verb: String, _ vault: String) -> Int32 {
        guard ["get", "store", "erase", "capability"].contains(verb) else { return 0 }
        if verb == "capability" {
            return exchange(.git, verb, vault, input: .init(start: nil, count: 0))
        }
        let isWholeMessage: (UnsafeRawBufferPointer) -> Bool = {
            $0.suffix(2).elementsEqual("\n\n".utf8)
        }
        let limit = CredentialExchange.inputLimit
        return StandardStreams.withInput(atMost: limit, isComplete: isWholeMessage) {
            exchange(.git, verb, vault, input: $0)
        } ?? failed(.git, text.unreadableInput)
    }

    private func docker(_ verb: String) -> Int32 {
        StandardStreams.withInput(atMost: CredentialExchange.inputLimit) {
            exchange(.docker, verb, AgentPlace.vault(), input: $0)
        } ?? failed(.docker, text.unreadableInput)
    }

    /// Asks the agent; when the vault is locked, lets the person be asked for the passphrase.
    private func exchange(
        _ family: CredentialExchange.Family, _ verb: String, _ vault: String,
        input: UnsafeRawBufferPointer
    ) -> Int32 {
        // Without an agent the vault is locked, and storing and erasing do not ask the person.
        let isStarting = family == .docker || verb == "get" || verb == "capability"
        do throws(LinkError) {
            let link = try AgentLink.connect(
                client: "wallet-credential", vault: vault, startingAgent: isStarting)
            var answer = try AgentAnswer(
                link, family, verb, input, surroundings: Surroundings().all)
            if answer.isLocked {
                answer = try asking(link, family, verb, input) ?? answer
            }
            return tell(answer, family)
        } catch .notRunning where !isStarting {
            return failed(family, text.locked)
        } catch {
            return failed(family, "\(error)")
        }
    }

    /// The answer after the person was asked: in the terminal, or else by the agent with `pinentry`.
    ///
    /// - Returns: `nil` when there is nowhere to ask, or the vault stays locked.
    private func asking(
        _ link: AgentLink, _ family: CredentialExchange.Family, _ verb: String,
        _ input: UnsafeRawBufferPointer
    ) throws(LinkError) -> AgentAnswer? {
        let surroundings = Surroundings()
        let isGit = family == .git
        guard !isGit || surroundings.isInteractive else { return nil }
        let mayUseTerminal = !isGit || surroundings.mayUseTerminal
        if mayUseTerminal, let terminal = PassphrasePrompt.openTerminal() {
            defer { close(terminal) }
            return try unlock(link, in: terminal)
                ? AgentAnswer(link, family, verb, input, surroundings: surroundings.all) : nil
        }
        let places = surroundings.beyondTerminal(mayUseTerminal: mayUseTerminal)
        guard !places.isEmpty else { return nil }
        return try AgentAnswer(link, family, verb, input, surroundings: places, mayAsk: true)
    }

    /// Asks for the passphrase up to three times, as long as another one may be right.
    private func unlock(_ link: AgentLink, in terminal: Int32) throws(LinkError) -> Bool {
        for _ in 0..<3 {
            let request = PassphrasePrompt.ask(text.passphrase, in: terminal) {
                CredentialExchange.unlock($0)
            }
            guard let request else { return false }
            do throws(LinkError) {
                try link.send(request)
                _ = try link.receive(within: Self.patienceWithKey)
                return true
            } catch .refused(let refusal) {
                StandardStreams.write("wallet: \(refusal.text)\n", to: STDERR_FILENO)
                guard refusal.code == "vault.wrong-passphrase" else { return false }
            }
        }
        return false
    }

    private func tell(_ answer: AgentAnswer, _ family: CredentialExchange.Family) -> Int32 {
        if answer.isLocked { return failed(family, answer.text) }
        answer.output.withBytes { _ = StandardStreams.write($0, to: STDOUT_FILENO) }
        if !answer.text.isEmpty {
            StandardStreams.write("wallet: \(answer.text)\n", to: STDERR_FILENO)
        }
        return answer.status
    }

    /// Says what is wrong: to a person, or to Docker, which reads errors from standard output.
    private func failed(_ family: CredentialExchange.Family, _ text: String) -> Int32 {
        switch family {
        case .docker:
            StandardStreams.write("\(text)\n", to: STDOUT_FILENO)
            return 1
        case .git, .browser, .application:
            StandardStreams.write("wallet: \(text)\n", to: STDERR_FILENO)
            return 0
        }
    }
}
