import CDumps
import Glibc
import WalletAgentLink

/// Hands what git, Docker or a browser says to the agent, and the answer back.
struct CredentialProvider {
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
        case .git(let verb): return git(verb)
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

    private func git(_ verb: String) -> Int32 {
        guard ["get", "store", "erase", "capability"].contains(verb) else { return 0 }
        if verb == "capability" { return exchange(.git, verb, input: .init(start: nil, count: 0)) }
        let isWholeMessage: (UnsafeRawBufferPointer) -> Bool = {
            $0.suffix(2).elementsEqual("\n\n".utf8)
        }
        let limit = CredentialExchange.inputLimit
        return StandardStreams.withInput(atMost: limit, isComplete: isWholeMessage) {
            exchange(.git, verb, input: $0)
        } ?? failed(.git, text.unreadableInput)
    }

    private func docker(_ verb: String) -> Int32 {
        StandardStreams.withInput(atMost: CredentialExchange.inputLimit) {
            exchange(.docker, verb, input: $0)
        } ?? failed(.docker, text.unreadableInput)
    }

    /// Asks the agent; when the vault is locked, asks the person for the passphrase.
    private func exchange(
        _ family: CredentialExchange.Family, _ verb: String, input: UnsafeRawBufferPointer
    ) -> Int32 {
        do throws(LinkError) {
            // Where there is no agent the vault is locked, and storing and erasing ask nobody.
            let link = try AgentLink(
                client: "wallet-credential", vault: AgentPlace.vault(),
                startingAgent: family == .docker || verb == "get" || verb == "capability")
            var answer = try Answer(link, family, verb, input)
            if answer.isLocked, mayAsk(family), try unlock(link) {
                answer = try Answer(link, family, verb, input)
            }
            return tell(answer, family)
        } catch {
            return failed(family, "\(error)")
        }
    }

    /// Asks for the passphrase up to three times.
    private func unlock(_ link: AgentLink) throws(LinkError) -> Bool {
        for _ in 0..<3 {
            let request = PassphrasePrompt.ask(text.passphrase) { CredentialExchange.unlock($0) }
            guard let request else { return false }
            do throws(LinkError) {
                try link.send(request)
                _ = try link.receive(within: nil)
                return true
            } catch .refused(let refusal) {
                StandardStreams.write("wallet: \(refusal.text)\n", to: STDERR_FILENO)
            }
        }
        return false
    }

    private func mayAsk(_ family: CredentialExchange.Family) -> Bool {
        family != .git || AgentPlace.environmentVariable("GIT_TERMINAL_PROMPT") != "0"
    }

    private func tell(_ answer: Answer, _ family: CredentialExchange.Family) -> Int32 {
        if answer.isLocked { return failed(family, answer.text) }
        answer.withOutput { _ = StandardStreams.write($0, to: STDOUT_FILENO) }
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
        case .git, .browser:
            StandardStreams.write("wallet: \(text)\n", to: STDERR_FILENO)
            return 0
        }
    }
}
