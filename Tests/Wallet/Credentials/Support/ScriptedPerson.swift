import TenonCore
import WalletCredentials

/// A person who answers as agreed, and remembers what was asked.
actor ScriptedPerson: PersonAsking {
    private let isWilling: Bool
    private let passphrase: SecretText?
    /// Why this person cannot be asked.
    private var hindrance: Sentence?
    private(set) var questions: [String] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isThinking: Bool
    private var thoughts: [CheckedContinuation<Void, Never>] = []

    /// - Parameter isThinking: Whether questions wait until ``decide()``.
    init(
        isWilling: Bool = true, passphrase: SecretText? = nil, hindrance: Sentence? = nil,
        isThinking: Bool = false
    ) {
        self.isWilling = isWilling
        self.passphrase = passphrase
        self.hindrance = hindrance
        self.isThinking = isThinking
    }

    func obstacle() -> Sentence? { hindrance }

    func allows(_ question: Sentence) async -> Bool {
        note(question)
        if isThinking { await withCheckedContinuation { thoughts.append($0) } }
        return isWilling
    }

    func passphrase(for reason: Sentence) -> SecretText? {
        note(reason)
        return passphrase
    }

    /// Changes why this person cannot be asked.
    func hinder(by reason: Sentence?) { hindrance = reason }

    /// Answers the open questions, and from now on at once.
    func decide() {
        isThinking = false
        for continuation in thoughts { continuation.resume() }
        thoughts = []
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
