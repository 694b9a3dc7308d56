import TenonCore
import WalletCredentials
import WalletVault

/// A vault in memory, with the simplest matching that keeps the contract.
actor MemoryStore: CredentialStore {
    private var logins: [Login] = []
    private(set) var isUnlocked = true
    private(set) var changes: Int64 = 0
    private(set) var uses = 0

    nonisolated let turns = CredentialTurns()
    /// How many more times saving fails, as if another program had been quicker.
    private var conflicts = 0

    nonisolated var name: String { "0123456789abcdef" }

    /// Lets other programs be quicker a number of times.
    func beOvertaken(_ times: Int) { conflicts = times }

    func lock() { isUnlocked = false }

    func noteUse() { uses += 1 }

    func unlock(passphrase: SecretText) {
        isUnlocked = true
        noteUse()
    }

    func logins(at address: String, isExact: Bool) throws -> [CredentialOverview] {
        try checkUnlocked()
        guard let visited = SiteAddress(address) else { return [] }
        return logins.filter { login in
            login.sites.compactMap { SiteAddress($0) }.contains { stored in
                let isSameOwner =
                    stored.host.hasSuffix(".\(visited.host)")
                    || visited.host.hasSuffix(".\(stored.host)")
                return stored.host == visited.host || !isExact && isSameOwner
            }
        }.sorted { left, right in
            let dates = [left, right].map { login in
                [
                    login.used?.milliseconds ?? .min, login.changed.milliseconds,
                    login.created.milliseconds,
                ]
            }
            guard dates[0] == dates[1] else { return dates[1].lexicographicallyPrecedes(dates[0]) }
            return left.id < right.id
        }.map { CredentialOverview($0) }
    }

    func logins(tagged tag: String?) throws -> [CredentialOverview] {
        try checkUnlocked()
        return logins.filter { login in tag.map { login.tags.contains($0) } ?? true }
            .sorted { $0.title < $1.title }.map { CredentialOverview($0) }
    }

    func tags() throws -> [String] {
        try checkUnlocked()
        return Set(logins.flatMap(\.tags)).sorted()
    }

    func login(_ id: ItemID) throws -> Login {
        try checkUnlocked()
        guard let login = logins.first(where: { $0.id == id }) else { throw Missing() }
        return login
    }

    func add(_ login: Login) throws {
        try checkUnlocked()
        changes += 1
        logins.append(login)
    }

    func save(_ login: Login) throws {
        try checkUnlocked()
        guard conflicts == 0 else {
            conflicts -= 1
            throw VaultError(.vaultConflict, "It was changed.", remedy: "Open it again.")
        }
        changes += 1
        logins = logins.map { $0.id == login.id ? login : $0 }
    }

    func moveToTrash(_ id: ItemID) throws {
        try checkUnlocked()
        changes += 1
        logins.removeAll { $0.id == id }
    }

    func makePassword() -> SecretText { SecretText("made-0123456789") }

    func oneTimeCode(of login: Login) -> SecretText? { login.oneTimePassword }

    /// All logins that are not in the trash.
    func all() -> [Login] { logins }

    private func checkUnlocked() throws {
        guard isUnlocked else {
            throw VaultError(.vaultLocked, "The vault is locked.", remedy: "Unlock it.")
        }
    }

    private struct Missing: Error {}
}

extension CredentialOverview {
    init(_ login: Login) {
        self.init(id: login.id, sites: login.sites, userName: login.userName, tags: login.tags)
    }
}
