/// What all requests about one vault share: they change it one after the other, and ask the person for
/// the passphrase together.
///
/// A change looks first and writes then; two at once could add the same login twice.
package actor CredentialTurns {
    /// The question for the passphrase.
    let question = UnlockQuestion()
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Nobody waits yet.
    package init() {}

    /// Waits for the turn of a change; ``end()`` passes it on.
    func begin() async {
        guard isTaken else {
            isTaken = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Passes the turn on to the one that has waited longest.
    func end() {
        guard waiting.isEmpty else { return waiting.removeFirst().resume() }
        isTaken = false
    }
}
