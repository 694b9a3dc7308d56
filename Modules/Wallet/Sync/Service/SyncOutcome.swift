package import TenonCore

/// The outcome of an exchange with the other machines.
package struct SyncOutcome: Sendable, Equatable {
    /// How many commits of this machine were handed over.
    package var sent = 0
    /// How many commits of others arrived.
    package var received = 0
    /// How many items they changed.
    package var itemCount = 0
    /// Machines whose changes need those of others that have not arrived yet.
    package var waiting: [String] = []
    /// What has not arrived.
    package var missing: [SyncMissing] = []
    /// When another machine changed the passphrase, until somebody unlocks the vault by the new one.
    package var passphraseChange: Timestamp?
    /// The clocks that are more than a day off.
    package var clocks: [SyncClock] = []
    /// Machines that were taken out and have made changes since, which were refused.
    package var refused: [String] = []
    /// Machines whose snapshot was taken over, since this one was away for longer than commits are kept.
    package var caughtUp: [String] = []
    /// Machines that others have let in, and that no person has looked at here.
    package var newcomers: [SyncDevice] = []
    /// What is wrong, each with the machine it is about.
    package var problems: [SyncFinding] = []

    /// Makes the outcome of an exchange in which nothing happened.
    package init() {}
}

/// A problem that an exchange or a check has found.
package struct SyncFinding: Sendable, Equatable {
    /// The machine or the item that it is about, for people.
    package let subject: String
    /// What is wrong.
    package let message: Sentence
    /// What the person can do.
    package let remedy: Sentence

    /// Describes it.
    package init(subject: String, message: Sentence, remedy: Sentence) {
        self.subject = subject
        self.message = message
        self.remedy = remedy
    }
}

/// How much of what this machine has changed another one has.
package struct SyncAcknowledgement: Sendable, Equatable {
    /// The other machine, for people.
    package let device: String
    /// Its id.
    package let id: DeviceID
    /// How many changes of this machine it had when it last handed something over.
    package let known: Int
    /// How many there are.
    package let total: Int

    /// Describes it.
    package init(device: String, id: DeviceID, known: Int, total: Int) {
        self.device = device
        self.id = id
        self.known = known
        self.total = total
    }
}

/// The outcome of comparing everything.
package struct SyncCheck: Sendable, Equatable {
    /// How many items were compared.
    package let itemCount: Int
    /// What differs.
    package let findings: [SyncFinding]
    /// What has not arrived, so that it was not compared.
    package let missing: [SyncMissing]
    /// How much of what this machine has changed each other one has.
    package let acknowledgements: [SyncAcknowledgement]

    /// Describes it.
    package init(
        itemCount: Int, findings: [SyncFinding], missing: [SyncMissing] = [],
        acknowledgements: [SyncAcknowledgement] = []
    ) {
        self.itemCount = itemCount
        self.findings = findings
        self.missing = missing
        self.acknowledgements = acknowledgements
    }
}
