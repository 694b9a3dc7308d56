package import TenonCore
package import WalletAgentLink
package import WalletSync
package import WalletVault

/// All calls of the agent, each with its number, its arguments and what answers it.
package enum AgentCalls {
    // MARK: Access

    package static let status = AgentCall(1, .nothing) { $0.vault.status }
    package static let create = AgentCall(2, .use) {
        try await $0.vault.create(passphrase: $1, recoveryCode: $2)
    }
    package static let unlock = AgentCall(3, .use) { try await $0.vault.unlock(passphrase: $1) }
    package static let unlockByCode = AgentCall(4, .use) {
        try await $0.vault.unlock(recoveryCode: $1)
    }
    package static let lock = AgentCall(5, .use) { await $0.lock() }
    package static let verify = AgentCall(7, .use) { try await $0.vault.verify(passphrase: $1) }
    package static let changePassphrase = AgentCall(8, .use) {
        try await $0.vault.changePassphrase(from: $1, to: $2)
    }
    package static let makeRecoveryCode = AgentCall(9, .use) {
        try await $0.vault.makeRecoveryCode()
    }

    // MARK: Reading

    package static let revision = AgentCall(10) { try await $0.vault.revision() }
    package static let list = AgentCall(11) { try await $0.vault.list($1) }
    package static let tags = AgentCall(12) { try await $0.vault.tags() }
    package static let counts = AgentCall(48) { try await $0.vault.counts() }
    package static let itemsForSite = AgentCall(13) {
        try await $0.vault.items(forSite: $1, isExact: $2)
    }
    package static let overview = AgentCall(14) { try await $0.vault.overview($1) }
    package static let item = AgentCall(15) { try await $0.vault.item($1) }
    package static let history = AgentCall(16) { ItemHistory(try await $0.vault.history($1)) }
    package static let itemsInPart = AgentCall(17) { try await $0.vault.items(inPart: part($1)) }
    package static let itemsWithHistoryInPart = AgentCall(31) {
        try await $0.vault.itemsWithHistory(inPart: part($1))
    }
    package static let check = AgentCall(26) { try await $0.vault.check() }

    // MARK: Changes

    package static let add = AgentCall(18) { try await $0.vault.add($1 as Item) }
    package static let save = AgentCall(19) { try await $0.vault.save($1 as Item) }
    package static let moveToTrash = AgentCall(20) { try await $0.vault.moveToTrash($1) }
    package static let restore = AgentCall(21) { try await $0.vault.restore($1) }
    package static let deletePermanently = AgentCall(22) {
        try await $0.vault.deletePermanently($1)
    }
    package static let importNames = AgentCall(54) { try await $0.vault.importNames(for: $1) }
    package static let markUsed = AgentCall(23) { try await $0.vault.markUsed($1) }
    package static let gather = AgentCall(24) { try $0.gather($1) }
    package static let commit = AgentCall(25) { try await $0.commit() }

    package static let keep = AgentCall(44, .use) { try await $0.vault.keep($1) }
    package static let chunk = AgentCall(45) { try await $0.vault.chunk($1, of: $2) }

    package static let keepTyped = AgentCall(50, .nothing) { try await $0.vault.keepTyped($1, $2) }
    package static let typed = AgentCall(51, .nothing) { try await $0.vault.typed() }
    package static let forgetTyped = AgentCall(52, .nothing) {
        try await $0.vault.forgetTyped($1)
    }

    // MARK: Other machines

    package static let syncStatus = AgentCall(32, .nothing) { try await $0.sync.syncStatus() }
    package static let setUpSync = AgentCall(33, .use) {
        try await $0.sync.setUpSync(at: $1, invitation: $2, device: $3)
    }
    package static let inviteDevice = AgentCall(34, .use) { try await $0.sync.inviteDevice() }
    package static let joinSync = AgentCall(35, .use) {
        try await $0.sync.joinSync($1, folder: $2, passphrase: $3, device: $4)
    }
    package static let synchronize = AgentCall(36) { try await $0.sync.synchronize() }
    package static let syncConflicts = AgentCall(37) { try await $0.sync.syncConflicts() }
    package static let decide = AgentCall(38, .use) { try await $0.sync.decide($1) }
    package static let checkSync = AgentCall(39, .use) { try await $0.sync.checkSync() }
    package static let leaveSync = AgentCall(40, .use) { try await $0.sync.leaveSync() }
    package static let removeSyncVault = AgentCall(53, .use) {
        try await $0.sync.removeSyncVault(at: $1)
    }
    package static let removeDevices = AgentCall(41, .use) {
        try await $0.sync.removeDevices($1, changing: $2)
    }
    package static let noteSeen = AgentCall(49, .use) { try await $0.sync.noteSeen($1) }
    package static let changeKey = AgentCall(47, .use) {
        try await $0.sync.changeKey($1)
    }
    package static let makeRecoverySheet = AgentCall(42, .use) {
        try await $0.sync.makeRecoverySheet()
    }
    package static let recoverSync = AgentCall(43, .use) {
        try await $0.sync.recoverSync($1, folder: $2, passphrase: $3, device: $4)
    }

    package static let fetchFile = AgentCall(46, .use) {
        try await $0.sync.fetchFile($1, of: $2)
    }

    // MARK: The agent

    package static let noteUse = AgentCall(27) { $0.noteUse() }
    /// In seconds; `nil` means never.
    package static let lockAfterIdle = AgentCall(28) { (callee, seconds: Int?) in
        callee.lock(afterIdle: seconds.map { .seconds($0) })
    }
    package static let watch = AgentCall(29, .nothing) { $0.watch() }
    package static let report = AgentCall(30) { $0.report }

    static let all: [any AnyAgentCall] = [
        status, create, unlock, unlockByCode, lock, verify, changePassphrase, makeRecoveryCode,
        revision, list, tags, counts, itemsForSite, overview, item, history, itemsInPart,
        itemsWithHistoryInPart, check, add, save, moveToTrash, restore, deletePermanently, markUsed,
        importNames, gather, commit, keep, chunk, keepTyped, typed, forgetTyped, syncStatus,
        setUpSync, inviteDevice, joinSync, synchronize, syncConflicts, decide, checkSync, leaveSync,
        removeSyncVault, removeDevices, noteSeen, changeKey, makeRecoverySheet, recoverSync,
        fetchFile, noteUse, lockAfterIdle, watch, report,
    ]
    private static let byCode = Dictionary(all.map { ($0.code, $0) }) { first, _ in first }

    /// Reads a request.
    ///
    /// - Throws: `LinkError` (`malformed`), or an error of the module that an argument belongs to.
    package static func read(_ request: Frame) throws -> ReceivedCall {
        try request.withBody { bytes in
            var reader = FrameReader(bytes)
            guard let call = byCode[try reader.byte()] else { throw LinkError.malformed }
            return try call.read(&reader)
        }
    }

    private static func part(_ number: Int) throws -> Int {
        guard (0..<VaultManager.partCount).contains(number) else { throw LinkError.malformed }
        return number
    }
}
