package import WalletVault

/// Something in the log of a device that is not as it should be; the log is not followed further.
package struct SyncProblem: Sendable, Equatable {
    /// Whose log it is.
    package let device: DeviceID
    /// The number of the commit.
    package let number: UInt64
    /// What is wrong.
    package let error: SyncError
}

/// Something of an item that cannot be sent; all else is.
package struct SyncOmission: Sendable, Equatable {
    /// The item.
    package let item: ItemID
    /// Why not.
    package let error: SyncError
}

/// What one exchange with a remote came to.
package struct SyncReport: Sendable, Equatable {
    /// How many commits of this device were handed over.
    package internal(set) var sent = 0
    /// How many commits of others were applied.
    package internal(set) var applied = 0
    /// The items that they changed.
    var items: Set<ItemID> = []
    /// Devices whose commits refer to others that have not arrived.
    package internal(set) var waiting: Set<DeviceID> = []
    /// The first commit of each device that others have seen, and that is not where the logs are kept.
    package internal(set) var missing: [DeviceID: UInt64] = [:]
    /// How many commits of each device a snapshot stands for that is not here.
    package internal(set) var covered: [DeviceID: UInt64] = [:]
    /// Whether a passphrase opens the vault no longer because of another device.
    var hasOtherPassphrase = false
    /// Devices whose snapshot was taken over by one that had been away.
    package internal(set) var caughtUp: Set<DeviceID> = []
    /// Devices with a commit that was made under a key of the vault that is not here, and its number.
    var withoutKey: [DeviceID: UInt64] = [:]
    /// Devices that were taken out, and have committed something since that nobody takes.
    package internal(set) var refused: Set<DeviceID> = []
    /// Whether files wait here for the next exchange, so that this one did not take too long.
    package internal(set) var isUnfinished = false
    /// What is wrong.
    package internal(set) var problems: [SyncProblem] = []
    /// What stays on this machine alone.
    package internal(set) var omissions: [SyncOmission] = []

    /// Nothing.
    package init() {}

    /// Adds what a later exchange came to.
    mutating func add(_ later: SyncReport) {
        sent += later.sent
        applied += later.applied
        items.formUnion(later.items)
        caughtUp.formUnion(later.caughtUp)
        (waiting, missing) = (later.waiting, later.missing)
        (refused, problems) = (later.refused, later.problems)
        isUnfinished = later.isUnfinished
    }
}
