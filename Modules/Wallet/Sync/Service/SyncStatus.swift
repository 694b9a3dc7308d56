package import TenonCore

/// How a vault stands with the other machines.
package struct SyncStatus: Sendable, Equatable {
    /// How it stands, in one word; the raw values are the words for programs.
    package enum Phase: String, Sendable, Equatable, CaseIterable {
        /// It is on this machine only.
        case off
        /// It is locked, so nothing is exchanged.
        case locked
        /// All that is known here is where the others find it.
        case inStep = "in-step"
        /// An exchange is under way.
        case working
        /// This machine waits until another one lets it in.
        case waiting
        /// The last exchange failed; changes wait here.
        case offline
        /// Another machine has taken this one out.
        case dismissed = "taken-out"
        /// A person should look: something is wrong, or a conflict waits.
        case attention
    }

    /// How far an exchange is.
    package struct Progress: Sendable, Equatable {
        /// How many commits were handed over and taken.
        package var completed: Int
        /// How many there are to hand over and to take.
        package let total: Int

        /// Says how far it is.
        package init(completed: Int, total: Int) {
            self.completed = completed
            self.total = total
        }
    }

    /// How it stands.
    package var phase: Phase
    /// How far the exchange is that is under way; `nil` when that is not known.
    package var progress: Progress?
    /// Where the data is kept; `nil` when that is not known.
    package var place: String?
    /// When an exchange was last completed.
    package var lastExchange: Timestamp?
    /// What went wrong since.
    package var problem: Sentence?
    /// What the person can do about it.
    package var remedy: Sentence?
    /// How many changes no other machine can have yet.
    package var unsent = 0
    /// How many items have values to choose from.
    package var conflictCount = 0
    /// A short text that is the same on all machines that know the same.
    package var fingerprint = ""
    /// The machines that keep the vault, by name.
    package var devices: [SyncDevice] = []
    /// The machines that were taken out, the last one first.
    package var removed: [RemovedDevice] = []

    /// Says how it stands, and nothing more.
    package init(_ phase: Phase) { self.phase = phase }
}

/// A machine that keeps the vault.
package struct SyncDevice: Sendable, Equatable {
    /// Its name for machines, by which its key is known.
    package let id: DeviceID
    /// Its name for people.
    package let name: String
    /// Whether it is this one.
    package let isThis: Bool
    /// Whether it is no machine, but a recovery sheet.
    package let isSheet: Bool
    /// How many of its changes are here.
    package let changeCount: Int
    /// When something of it was last heard; `nil` for never.
    package let lastHeard: Timestamp?

    /// Describes a machine.
    package init(
        id: DeviceID, name: String, isThis: Bool, isSheet: Bool = false, changeCount: Int,
        lastHeard: Timestamp?
    ) {
        self.id = id
        self.name = name
        self.isThis = isThis
        self.isSheet = isSheet
        self.changeCount = changeCount
        self.lastHeard = lastHeard
    }
}

extension SyncDevice {
    /// The beginning of its fingerprint, to be compared by eye: 80 bits.
    package var shortFingerprint: String {
        let digits = Array("\(id)".prefix(16))
        return stride(from: 0, to: digits.count, by: 4).map { start in
            String(digits[start..<min(start + 4, digits.count)])
        }.joined(separator: "-")
    }
}

/// A machine that was taken out.
package struct RemovedDevice: Sendable, Equatable {
    /// The machine.
    package let device: SyncDevice
    /// Whether something of that is left to do here: where the data is kept, it may still be let in.
    package let isPending: Bool
    /// Whether it has the key that the vault has now.
    package let hasKey: Bool

    /// Describes it.
    package init(device: SyncDevice, isPending: Bool, hasKey: Bool) {
        self.device = device
        self.isPending = isPending
        self.hasKey = hasKey
    }
}

/// What an exchange with the other machines came to.
package struct SyncOutcome: Sendable, Equatable {
    /// How many commits of this machine were handed over.
    package var sent = 0
    /// How many commits of others arrived.
    package var received = 0
    /// How many items they changed.
    package var itemCount = 0
    /// Machines whose changes need those of others that have not arrived yet.
    package var waiting: [String] = []
    /// Machines whose clock is more than a day ahead.
    package var ahead: [String] = []
    /// Machines that were taken out and have changed something since, which was not taken.
    package var refused: [String] = []
    /// Machines whose snapshot was taken over, since this one was away for longer than commits are kept.
    package var caughtUp: [String] = []
    /// What is wrong, each with the machine it is about.
    package var problems: [SyncFinding] = []

    /// Nothing happened.
    package init() {}
}

/// Something that is not as it should be.
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

/// What a comparison of everything came to.
package struct SyncCheck: Sendable, Equatable {
    /// How many items were compared.
    package let itemCount: Int
    /// What differs.
    package let findings: [SyncFinding]

    /// Describes it.
    package init(itemCount: Int, findings: [SyncFinding]) {
        self.itemCount = itemCount
        self.findings = findings
    }
}
