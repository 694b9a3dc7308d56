import TenonCore
import WalletCredentials

/// A person who answers as agreed, and remembers what was asked.
actor ScriptedPerson: PersonAsking {
    private let isWilling: Bool
    private let passphrase: SecretText?
    private(set) var questions: [String] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(isWilling: Bool = true, passphrase: SecretText? = nil) {
        self.isWilling = isWilling
        self.passphrase = passphrase
    }

    func allows(_ question: Sentence) -> Bool {
        note(question)
        return isWilling
    }

    func passphrase(for reason: Sentence) -> SecretText? {
        note(reason)
        return passphrase
    }

    /// Waits until something was asked.
    func wasAsked() async {
        guard questions.isEmpty else { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func note(_ question: Sentence) {
        questions.append("\(question)")
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
