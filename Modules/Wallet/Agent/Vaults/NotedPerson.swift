import Synchronization
import TenonCore
import WalletCredentials

/// Asks a person, and logs the reason when they cannot be asked.
final class NotedPerson: PersonAsking {
    private let person: any PersonAsking
    private let noted = Mutex<Sentence?>(nil)

    /// Asks through another.
    init(_ person: any PersonAsking) { self.person = person }

    /// Why the person cannot be asked; a new reason is logged.
    func obstacle() async -> Sentence? {
        let obstacle = await person.obstacle()
        let isNews = noted.withLock { noted in
            defer { noted = obstacle }
            return noted != obstacle
        }
        if isNews, let obstacle { AgentLog.note("\(obstacle)") }
        return obstacle
    }

    func allows(_ question: Sentence) async -> Bool { await person.allows(question) }

    func passphrase(for reason: Sentence) async -> SecretText? {
        await person.passphrase(for: reason)
    }
}
