import Glibc
import TenonCore
import TenonNetworking
import WalletSyncRequests

/// The settings of the sync server.
struct SyncServerSettings {
    enum Registration: String, CaseIterable, SettingValue {
        case open, invited, closed
    }

    static let databaseAddress = Setting<String?>(
        "database", placeholder: "ADDRESS",
        help: """
            Keep everything in this SQLite file, which is made when it does not exist, or in a \
            database of a PostgreSQL server: postgresql://HOST/NAME, without a password.
            """,
        environmentVariable: "WALLET_SYNC_DATABASE")
    static let registration = Setting<Registration>(
        "registration", placeholder: "WORD",
        help: """
            Whether anybody may bring a new vault (open), whoever has a code that “wallet-sync invite” has \
            made (invited), or nobody (closed).
            """,
        environmentVariable: "WALLET_SYNC_REGISTRATION", defaultValue: .open)
    static let vaults = Setting<Int>(
        "vaults", placeholder: "COUNT",
        help: "How many vaults there may be in all, from 1 to 100000000.",
        environmentVariable: "WALLET_SYNC_VAULTS", defaultValue: 10_000, range: 1...100_000_000)
    static let vaultsPerAddress = Setting<Int>(
        "vaults-per-address", placeholder: "COUNT",
        help: "How many new vaults may come from one address within a day, from 1 to 1000000.",
        environmentVariable: "WALLET_SYNC_VAULTS_PER_ADDRESS", defaultValue: 100,
        range: 1...1_000_000)
    static let vaultMegabytes = Setting<Int>(
        "vault-megabytes", placeholder: "COUNT",
        help: "How much one vault may take, from 1 to 1000000 megabytes.",
        environmentVariable: "WALLET_SYNC_VAULT_MEGABYTES", defaultValue: 1024,
        range: 1...1_000_000)
    static let perMinute = Setting<Int>(
        "requests-per-minute", placeholder: "COUNT",
        help: "How many requests one machine may make in a minute, from 1 to 1000000.",
        environmentVariable: "WALLET_SYNC_REQUESTS_PER_MINUTE", defaultValue: 1200,
        range: 1...1_000_000)

    /// The absolute path of a file, or the address of a database on a server.
    let database: String
    let policy: SyncPolicy
    let requestsPerMinute: Int
    let newVaultsPerDay: Int

    /// Reads the settings.
    ///
    /// - Throws: `SettingError` for an invalid value.
    init(_ configuration: Configuration, of application: ApplicationInfo) throws {
        database = Self.absolute(
            try configuration[Self.databaseAddress]
                ?? UserPlaces(of: application, in: configuration).dataFile("sync-server.db"))
        policy = SyncPolicy(
            registration: try configuration[Self.registration],
            vaults: try configuration[Self.vaults],
            vaultBytes: try configuration[Self.vaultMegabytes] << 20)
        requestsPerMinute = try configuration[Self.perMinute]
        newVaultsPerDay = try configuration[Self.vaultsPerAddress]
    }

    /// An address for an engine: a path is made absolute.
    static func absolute(_ address: String) -> String {
        guard !address.contains("://"), !address.hasPrefix("/"), let folder = getcwd(nil, 0) else {
            return address
        }
        defer { free(folder) }
        return "\(String(cString: folder))/\(address)"
    }

    /// The address of the database, if a linked engine can open it.
    ///
    /// - Throws: ``SyncServerError``.
    func address(for databases: any DatabaseOpening) throws(SyncServerError) -> String {
        guard database.contains("://") else { return database }
        do {
            // Of a server's address, which has no folder, this looks at the form alone.
            try databases.prepareFolder(of: database)
        } catch {
            throw .address(error)
        }
        return database
    }
}

/// What the operator allows.
struct SyncPolicy: Sendable {
    /// Who may bring a new vault.
    let registration: SyncServerSettings.Registration
    /// How many vaults there may be in all.
    let vaults: Int
    /// How much a vault may take, in bytes.
    let vaultBytes: Int
    /// How much of that there may be with a new file or note: one that is too large must not keep commits
    /// out, one of which may remove it.
    var fileBytes: Int { vaultBytes - vaultBytes / 16 }
    /// How many devices may use a vault.
    var devices = 64
    /// How many devices a vault may ever have had, those that may use it no longer included.
    var allDevices = 1_000
    /// How many places of all devices are kept free of invited ones, for recovery sheets and for machines that
    /// come by one when all others are lost.
    var uninvitedDevices = 32
    /// How many invitations of a vault there may be at once.
    var invitations = 16
    /// How long an invitation can be answered, in milliseconds.
    var invitationLife: Int64 = 10 * 60 * 1_000

    /// Makes sure that a vault may have one device more.
    ///
    /// - Parameters:
    ///   - heads: The logs of all devices that it has and has had.
    ///   - kept: How many further ones it still has to have room for.
    /// - Throws: A ``ProblemDocument`` when it has too many, or has had too many.
    func checkRoom(
        beside heads: [VaultRecords.Head], keeping kept: Int = 0
    ) throws(ProblemDocument) {
        guard heads.count(where: { !$0.isFormer }) < devices else { throw .tooManyDevices }
        guard heads.count + kept < allDevices else { throw .tooManyFormerDevices }
    }

    /// The invitation that a new vault takes a use of; `nil` where it needs none.
    ///
    /// - Parameter name: The one whose code was said; `nil` when none was.
    /// - Throws: A ``ProblemDocument`` when no vault may come, or none without a code.
    func invitation(_ name: SyncName?) throws(ProblemDocument) -> SyncName? {
        switch registration {
        case .open: return nil
        case .invited:
            guard let name else { throw .invitationWanted }
            return name
        case .closed: throw .registrationClosed
        }
    }
}
