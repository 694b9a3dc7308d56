package import TenonCore

/// The state of keeping a vault in step with other machines.
package struct SyncStatus: Sendable, Equatable {
    /// The state in one word; the raw values are for programs.
    package enum Phase: String, Sendable, Equatable, CaseIterable {
        /// The vault is on this machine only.
        case off
        /// The vault is locked, so nothing is exchanged.
        case locked
        /// Everything that is known here has been handed over.
        case inStep = "in-step"
        /// Something that another machine has changed has not arrived.
        case behind
        /// An exchange is under way.
        case working
        /// This machine waits until another one lets it in.
        case waiting
        /// The last exchange failed; changes wait here.
        case offline
        /// Another machine has taken this one out.
        case dismissed = "taken-out"
        /// This machine has begun to leave, or to remove the vault from its place, and was interrupted.
        case leaving
        /// A person should look: something is wrong, or a conflict waits.
        case attention
    }

    /// The progress of an exchange.
    package struct Progress: Sendable, Equatable {
        /// How many commits were sent and received so far.
        package var completed: Int
        /// How many there are to send and to receive.
        package let total: Int

        /// Makes a progress.
        package init(completed: Int, total: Int) {
            self.completed = completed
            self.total = total
        }
    }

    /// The state in one word.
    package var phase: Phase
    /// The progress of the exchange that is under way; `nil` when it is not known.
    package var progress: Progress?
    /// Where the data is kept; `nil` when that is not known.
    package var place: String?
    /// When an exchange was last completed.
    package var lastExchange: Timestamp?
    /// What others have changed and has not arrived.
    package var missing: [SyncMissing] = []
    /// When another machine changed the passphrase, until somebody unlocks the vault by the new one.
    package var passphraseChange: Timestamp?
    /// The clocks that are more than a day off.
    package var clocks: [SyncClock] = []
    /// What has gone wrong since then.
    package var problem: Sentence?
    /// What the person can do about it.
    package var remedy: Sentence?
    /// How many changes wait here for the next exchange.
    package var unsent = 0
    /// The files among them whose content is here, by name, unless they are very many.
    package var unsentFiles: [String] = []
    /// How many items have values to choose from.
    package var conflictCount = 0
    /// A short text that is the same on all machines with the same data.
    package var fingerprint = ""
    /// The machines that keep the vault, by name.
    package var devices: [SyncDevice] = []
    /// The machines that were taken out, or have left, the last one first.
    package var removed: [RemovedDevice] = []

    /// Makes a status with nothing but the state.
    package init(_ phase: Phase) { self.phase = phase }
}

/// A change of another machine that has not arrived, though others have seen it.
package struct SyncMissing: Sendable, Equatable {
    /// How long it may be on its way in a folder, in milliseconds: an hour.
    static let patience: Int64 = 3_600_000

    /// The machine, for people.
    package let device: String
    /// Its id.
    package let id: DeviceID
    /// Its number among the changes of that machine.
    package let change: Int
    /// Since when this is known here.
    package let since: Timestamp

    /// Describes it.
    package init(device: String, id: DeviceID, change: Int, since: Timestamp) {
        self.device = device
        self.id = id
        self.change = change
        self.since = since
    }

    /// Whether it is so late that a person should look.
    package func isLate(at now: Timestamp) -> Bool {
        now.milliseconds - since.milliseconds >= Self.patience
    }
}

/// Who has let a machine in, and when.
package struct SyncAdmission: Sendable, Equatable {
    /// The machine that did it.
    package let device: DeviceID
    /// Its name for people.
    package let name: String
    /// When, by its clock.
    package let time: Timestamp

    /// Describes it.
    package init(device: DeviceID, name: String, time: Timestamp) {
        self.device = device
        self.name = name
        self.time = time
    }
}

/// A machine that keeps the vault.
package struct SyncDevice: Sendable, Equatable {
    /// Its id, which also identifies its key.
    package let id: DeviceID
    /// Its name for people.
    package let name: String
    /// Whether it is this one.
    package let isThis: Bool
    /// Whether it is a recovery sheet, not a machine.
    package let isSheet: Bool
    /// How many of its changes have arrived here.
    package let changeCount: Int
    /// When it was last heard of; `nil` for never.
    package let lastHeard: Timestamp?
    /// Who has let it in, the earliest first; nobody has the first machine.
    package let admissions: [SyncAdmission]
    /// Whether another machine has let it in, and no person has looked at that here.
    package let isNew: Bool

    /// Describes a machine.
    package init(
        id: DeviceID, name: String, isThis: Bool, isSheet: Bool = false, changeCount: Int,
        lastHeard: Timestamp?, admissions: [SyncAdmission] = [], isNew: Bool = false
    ) {
        self.id = id
        self.name = name
        self.isThis = isThis
        self.isSheet = isSheet
        self.changeCount = changeCount
        self.lastHeard = lastHeard
        self.admissions = admissions
        self.isNew = isNew
    }
}

extension SyncStatus {
    /// What was not handed over.
    package var backlog: SyncBacklog {
        SyncBacklog(changes: max(0, unsent - unsentFiles.count), files: unsentFiles)
    }

    /// The other machines that keep the vault.
    package var others: [SyncDevice] { devices.filter { !$0.isThis && !$0.isSheet } }

    /// The machines that were taken out or have left, without recovery sheets.
    package var formerMachines: [RemovedDevice] { removed.filter { !$0.device.isSheet } }

    /// Whether this machine is the only one that keeps the vault in step.
    package var isLast: Bool { isIn && others.isEmpty }

    /// The machines that others have let in, and that no person has looked at here.
    package var newcomers: [SyncDevice] { devices.filter(\.isNew) }

    /// The machines that one has let in, and those that these have let in, as far as they count.
    ///
    /// A machine may say that it has let in another one that was there before. So one that this machine has let
    /// in is never among them, and ``isLetIn(_:onlyBy:)`` tells those that others have let in as well.
    package func letIn(by device: DeviceID) -> [SyncDevice] {
        var found: [SyncDevice] = []
        var authors: Set<DeviceID> = [device]
        let this = devices.first(where: \.isThis)?.id
        while true {
            let further = devices.filter { other in
                !other.isThis && !authors.contains(other.id)
                    && other.admissions.contains { authors.contains($0.device) }
                    && !other.admissions.contains { $0.device == this }
            }
            guard !further.isEmpty else { return found }
            found += further
            authors.formUnion(further.map(\.id))
        }
    }

    /// Whether nobody else has let a machine in than another one, and those that this has let in.
    package func isLetIn(_ device: SyncDevice, onlyBy other: DeviceID) -> Bool {
        let authors = Set([other] + letIn(by: other).map(\.id))
        return device.admissions.allSatisfy { authors.contains($0.device) }
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

/// A machine that was taken out, or has left.
package struct RemovedDevice: Sendable, Equatable {
    /// The machine.
    package let device: SyncDevice
    /// Whether a part of this is left to do here: it may still have access to the place of the
    /// data.
    package let isPending: Bool
    /// Whether it has left by itself.
    package let hasLeft: Bool
    /// Whether it has the key that the vault has now.
    package let hasKey: Bool

    /// Describes it.
    package init(device: SyncDevice, isPending: Bool, hasLeft: Bool, hasKey: Bool) {
        self.device = device
        self.isPending = isPending
        self.hasLeft = hasLeft
        self.hasKey = hasKey
    }
}
