import Synchronization
package import TenonCore
import TenonMemory
package import TenonSecurity

/// Holds a vault: makes it, unlocks it, locks it, and does everything with its items.
///
/// All calls are safe from any task. They run one after the other on a thread of their own, since
/// they wait for the disk and, for passphrases, compute for a second.
package actor VaultManager: Vault {
    /// Where the file is.
    package nonisolated let path: String

    let databases: any DatabaseOpening
    let domains: any RegistrableDomainFinding
    let now: @Sendable () -> Timestamp
    let argon2id: Argon2id
    let stateDirectory: String?
    private let executor = QueueExecutor(label: "wallet.vault")
    let lockWish: LockWish
    private let verifiesAhead: Bool
    /// How often ``noteUse()`` was called.
    let uses = Mutex(0)
    private let statusBroadcast = Broadcast<VaultStatus>()
    let changeBroadcast = Broadcast<VaultChange>()

    /// The unlocked vault, and the file that it was opened from.
    private var unlocked: (vault: OpenVault, file: FileIdentity?, dataVersion: Int64?)?
    private var watch: Task<Void, Never>?
    /// How many looks at the file failed in a row, and how many may.
    private var failedLooks = 0
    private static let allowedFailedLooks = 4
    /// How long a request to lock waits for others that write to the file, in milliseconds.
    private static let lockPatience = 400 * Patience.factor
    /// Errors after which the memory no longer matches the file.
    private static let locking: [ErrorCode] = [.vaultLocked, .vaultForeign]
    /// What was typed into forms and not saved, until the vault locks.
    var kept: [(id: String, text: SecretText)] = []
    /// Attempts with passphrases that could not be counted in the file.
    var uncounted = VaultState()

    /// Runs on a thread that may block.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Makes a manager; nothing is read before it is used.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the vault file, which need not exist yet.
    ///   - stateDirectory: A private folder of this machine that remembers how new the vault was, so
    ///     that an older copy of the file is noticed; `nil` remembers nothing.
    ///   - databases: Opens the file.
    ///   - domains: Tells which hosts belong to the same owner.
    ///   - now: Tells the time.
    ///   - argon2id: The cost of new passphrase slots.
    ///   - timing: Called when locking begins and ends.
    ///   - verifiesAhead: Whether unlocking verifies the whole manifest, so that the first question need
    ///     not wait for it.
    package init(
        path: String, stateDirectory: String? = nil, databases: any DatabaseOpening,
        domains: any RegistrableDomainFinding, now: @escaping @Sendable () -> Timestamp,
        argon2id: Argon2id = .standard, timing: (any LockTiming)? = nil,
        verifiesAhead: Bool = false
    ) {
        self.path = path
        self.databases = databases
        self.domains = domains
        self.now = now
        self.argon2id = argon2id
        self.stateDirectory = stateDirectory
        self.verifiesAhead = verifiesAhead
        lockWish = LockWish(timing: timing)
    }

    deinit { watch?.cancel() }

    // MARK: - Status

    /// Whether the vault exists and is unlocked, at this moment.
    package nonisolated var status: VaultStatus {
        if statusBroadcast.last == .unlocked { return .unlocked }
        return FileIdentity(path: path) == nil ? .missing : .locked
    }

    /// The status now, and each new one.
    package nonisolated func statuses() -> AsyncStream<VaultStatus> {
        statusBroadcast.stream(buffering: .unbounded) { status }
    }

    /// Each change of items, here or by another process.
    package nonisolated func changes() -> AsyncStream<VaultChange> {
        changeBroadcast.stream { nil }
    }

    // MARK: - Locking

    /// Drops the keys, the list and every opened value; a long call that runs gives way.
    package nonisolated func lock() async { await lockWish.whileLocking { await drop() } }

    /// Locks the vault here and in every process that has it open; needs no passphrase.
    package nonisolated func lockEverywhere() async throws {
        await lock()
        try await tellOthersToLock()
    }

    /// Drops the keys, the list and every opened value.
    func drop() {
        guard unlocked != nil else { return }
        letGo()
        noteLocked()
    }

    /// Says that the vault, which was let go, is locked.
    func noteLocked() {
        kept = []
        statusBroadcast.send(.locked)
        DeadMemory.wipeStacksForAWhile()
    }

    /// Releases the unlocked vault; nothing refers to it when the function returns.
    func letGo() {
        watch?.cancel()
        watch = nil
        // A file that cannot be closed cleanly has lost nothing: every change is already durable.
        try? unlocked?.vault.database.close()
        unlocked = nil
    }

    private func tellOthersToLock() throws {
        drop()
        guard status != .missing else { return }
        do {
            try translating {
                let database = try databases.open(
                    path: path, options: DatabaseOptions(busyTimeout: Self.lockPatience))
                defer { try? database.close() }
                try database.write { connection in
                    _ = try VaultHeader(connection)
                    try Self.askAllToLock(connection)
                }
            }
        } catch let error as VaultError where error.code == .vaultInUse {
            throw VaultError(
                error.code,
                """
                The vault is locked here; other programs that have it open could not be told, as \
                one of them is writing to it and does not end.
                """,
                remedy: "Quit them, or try again in a moment.", cause: error)
        } catch let error as VaultError
            where [.vaultReadOnly, .vaultDiskFull].contains(error.code)
        {
            throw VaultError(
                error.code,
                """
                The vault is locked here; other programs that have it open could not be told, as \
                nothing can be written beside it.
                """,
                remedy: "Quit them.", cause: error)
        }
    }

    /// Writes the request to lock that every process with the vault open looks for.
    static func askAllToLock(_ connection: any DatabaseConnection) throws {
        var state = try VaultState(connection)
        state.locks &+= 1
        try state.store(connection)
    }

    // MARK: - The unlocked vault

    /// Takes over a vault that was opened, and says so.
    ///
    /// - Throws: ``VaultError`` when it is locked meanwhile.
    func setUnlocked(_ vault: OpenVault, _ file: FileIdentity?) throws {
        unlocked = (vault, file, nil)
        failedLooks = 0
        if verifiesAhead { try verifyAhead() }
        statusBroadcast.send(.unlocked)
        watch?.cancel()
        watch = Task { [weak self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(1))
                guard !Task.isCancelled, await self?.look() == true else { return }
            }
        }
    }

    /// Verifies the manifest ahead of the first call.
    ///
    /// What is wrong with the manifest is not reported here: the first call meets it again.
    ///
    /// - Throws: ``VaultError`` when the vault was locked meanwhile.
    private func verifyAhead() throws {
        do {
            _ = try revision()
        } catch {
            guard unlocked != nil else { throw error }
        }
    }

    /// Gives the unlocked vault to a closure.
    ///
    /// - Throws: ``VaultError``: `vaultLocked`, `vaultForeign` when another file has taken the place
    ///   of the one that was unlocked; and what the closure throws.
    func withVault<Result>(_ body: (OpenVault) throws -> Result) throws -> Result {
        guard let unlocked else { throw VaultError.locked }
        guard unlocked.file == FileIdentity(path: path) else {
            drop()
            throw VaultError.replaced
        }
        do {
            return try translating { try body(unlocked.vault) }
        } catch let error as VaultError where Self.locking.contains(error.code) {
            drop()
            throw error
        }
    }

    /// Checks once whether another process has changed the vault or asked to lock it.
    ///
    /// - Returns: Whether the vault is still unlocked.
    func look() -> Bool {
        guard let unlocked else { return false }
        // Requests to lock go to the file at the path, and would not be seen in the one held open.
        guard unlocked.file == FileIdentity(path: path) else {
            drop()
            return false
        }
        do {
            let version = try unlocked.vault.database.dataVersion()
            guard version != unlocked.dataVersion else {
                failedLooks = 0
                return true
            }
            var counter: Int64 = 0
            let state = try unlocked.vault.database.read { connection in
                try connection.query("SELECT counter FROM root", []) { counter = $0.integer(0) }
                return try VaultState(connection)
            }
            guard state.locks == unlocked.vault.locks else {
                drop()
                return false
            }
            // Only now, so that a failed check is repeated.
            self.unlocked?.dataVersion = version
            failedLooks = 0
            if counter != unlocked.vault.counter {
                changeBroadcast.sendIfNew(VaultChange(revision: counter))
            }
        } catch let error as any ExplainedError where error.code.name == "database.changed" {
            drop()
            return false
        } catch {
            // Busy or unreadable at this moment; if that lasted, it would hide a request to lock.
            failedLooks += 1
            guard failedLooks <= Self.allowedFailedLooks else {
                drop()
                return false
            }
        }
        return true
    }

    /// Turns errors of the database below into this module's.
    func translating<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as any ExplainedError {
            throw VaultError.translating(error, path: path)
        }
    }
}
