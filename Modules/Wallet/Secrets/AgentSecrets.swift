import Dispatch
import TenonCore
import TenonMemory
import WalletAgentLink

/// Keeps secrets of an application in the person's vault, which `wallet-agent` holds.
///
/// Each call blocks a thread of its own, since the agent may ask the person for the passphrase first.
struct AgentSecrets: SecretKeeping {
    /// The verbs of the protocol.
    private enum Verb: String { case get, store, erase }

    private static let queue = DispatchQueue(label: "wallet.secrets", attributes: .concurrent)
    /// How long it may take to find out whether an agent runs, in milliseconds.
    private static let shortPatience: Int64 = 300

    /// The name of the application, by which its secrets are told from those of others.
    let application: String

    let id = "wallet"

    var title: Sentence { "Wallet" }

    /// Whether an agent runs: one that is only installed does not get what nobody gives to it.
    var isThere: Bool { (try? AgentPlace().connect(within: Self.shortPatience)) != nil }

    func secret(named name: String) async throws -> SecretText? {
        let secret = try await ask(.get, name)
        return secret.isEmpty ? nil : secret
    }

    func keep(_ secret: SecretText, named name: String, label: String) async throws {
        _ = try await ask(
            .store, name, [.init("label", .string(label)), .init("secret", .string(secret))])
    }

    func remove(named name: String) async throws { _ = try await ask(.erase, name) }

    /// - Parameter content: What is kept.
    private func ask(
        _ verb: Verb, _ name: String, _ content: [JSONValue.Member] = []
    ) async throws -> SecretText {
        let names = [("application", application), ("name", name)].map {
            JSONValue.Member($0, .string($1))
        }
        let input = JSONValue.object(names + content).written
        return try await withCheckedThrowingContinuation { done in
            Self.queue.async {
                done.resume(with: Swift.Result { try input.withBytes { try answer(verb, $0) } })
            }
        }
    }

    /// Asks the agent; where the vault is locked and something is wanted from it, the person as well.
    private func answer(_ verb: Verb, _ input: UnsafeRawBufferPointer) throws -> SecretText {
        let answer: AgentAnswer
        do throws(LinkError) {
            let link = try AgentLink.connect(
                client: application, vault: AgentPlace.vault(), startingAgent: true)
            let screen = verb == .get ? CredentialExchange.screen() : []
            let first = try AgentAnswer(
                link, .application, verb.rawValue, input, surroundings: screen)
            answer =
                first.isLocked && !screen.isEmpty
                ? try AgentAnswer(
                    link, .application, verb.rawValue, input, surroundings: screen, mayAsk: true)
                : first
        } catch {
            throw WalletSecretsError.unreachable(error)
        }
        guard answer.status == 0 else { throw WalletSecretsError.refused(answer.text) }
        return answer.output.text
    }
}
