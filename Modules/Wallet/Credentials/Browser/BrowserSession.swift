package import TenonCore
import TenonSecurity
import WalletVault

/// The conversation with one browser: the KeePassXC-Browser protocol, one JSON message at a time.
///
/// After an exchange of keys all messages are boxes (X25519, XSalsa20-Poly1305). Logins are for
/// browsers that the person has allowed, and for the page that the extension names.
package actor BrowserSession {
    /// Logins are left out of an answer that would grow beyond what a browser takes, 1 MB in base 64.
    private static let answerLimit = 512 << 10

    /// What only an allowed browser gets done, and a person at it wants; the rest it does by itself.
    private static let uses: Set = ["associate", "get-logins", "set-login", "get-totp"]

    private let store: any CredentialStore
    private let person: any PersonAsking
    private let associations: BrowserAssociations
    private var box: CryptoBox?
    private var clientKey: [UInt8] = []
    /// The browser that proved to be allowed: its name and key.
    private var associated: (id: String, key: SecretText)?
    /// The logins that were handed out; the extension may ask for more only about these.
    private var offered: Set<ItemID> = []
    private var isAsking = false

    init(store: any CredentialStore, person: any PersonAsking) {
        self.store = store
        self.person = person
        associations = BrowserAssociations(store)
    }

    /// Answers a message; there is an answer for whatever came.
    package func answer(_ text: SecretText) async -> SecretText {
        guard let envelope = BrowserEnvelope(text) else {
            return SecretJSON.object([
                ("action", .string("")),
                ("errorCode", .string("\(BrowserProblem.emptyMessage.rawValue)")),
                ("error", .string(BrowserProblem.emptyMessage.text)),
            ]).written
        }
        do {
            if envelope.action == "change-public-keys" { return try exchangeKeys(envelope) }
            guard let box else { throw BrowserProblem.clientKeyNotReceived }
            let inner = try envelope.open(with: box)
            let members = try await perform(envelope.action, inner, envelope.isUnlockWanted)
            if Self.uses.contains(envelope.action) { await store.noteUse() }
            return try envelope.reply(members, with: box)
        } catch let problem as BrowserProblem {
            return envelope.reply(problem)
        } catch {
            let isLocked = Explanation(error).code == .vaultLocked
            return envelope.reply(isLocked ? .databaseNotOpened : .unknown)
        }
    }

    /// What the browser is told when the vault was unlocked or locked.
    package nonisolated func signal(isUnlocked: Bool) -> SecretText {
        SecretJSON.object([
            ("action", .string(isUnlocked ? "database-unlocked" : "database-locked"))
        ]).written
    }

    // MARK: - Actions

    private typealias Members = [(key: String, value: SecretJSON)]

    private func perform(
        _ action: String, _ request: SecretJSON, _ isUnlockWanted: Bool
    ) async throws -> Members {
        guard await store.isUnlocked else {
            if isUnlockWanted { askForPassphrase() }
            throw BrowserProblem.databaseNotOpened
        }
        switch action {
        case "get-databasehash": return [("hash", try await databaseHash())]
        case "associate": return try await associate(request)
        case "test-associate": return try await testAssociation(request)
        case "get-logins": return try await logins(request)
        case "set-login": return try await save(request)
        case "generate-password":
            return [("password", .text(try await store.makePassword()))]
        case "get-totp": return try await oneTimeCode(request)
        case "get-database-groups": return try await groups()
        case "lock-database":
            await store.lock()
            // The protocol has it so: that it went well is told by the error of a locked vault.
            throw BrowserProblem.databaseNotOpened
        default: throw BrowserProblem.incorrectAction
        }
    }

    private func exchangeKeys(_ envelope: BrowserEnvelope) throws -> SecretText {
        guard let key = envelope.bytes("publicKey"), key.count == CryptoBox.keyCount,
            envelope.nonce != nil
        else { throw BrowserProblem.clientKeyNotReceived }
        let pair = try CryptoBox.KeyPair.make()
        guard let box = try? CryptoBox(pair, with: key) else {
            throw BrowserProblem.keyChangeFailed
        }
        self.box = box
        clientKey = key
        associated = nil
        offered = []
        return envelope.reply(publicKey: pair.publicKey)
    }

    private func associate(_ request: SecretJSON) async throws -> Members {
        guard let sent = request["key"]?.string,
            let key = request["idKey"]?.secret, key.count == 44,
            BrowserEnvelope.base64(clientKey) == sent
        else { throw BrowserProblem.associationFailed }
        let isAllowed = await person.allows(
            "The extension of a browser wants to read and save the logins of the sites you visit.")
        guard isAllowed else { throw BrowserProblem.denied }
        let id = try await associations.add(key: key)
        associated = (id, key)
        return [("hash", try await databaseHash()), ("id", .string(id))]
    }

    private func testAssociation(_ request: SecretJSON) async throws -> Members {
        guard let id = request["id"]?.string, let key = request["key"]?.secret,
            try await associations.contains(id, key: key)
        else { throw BrowserProblem.associationFailed }
        associated = (id, key)
        return [("hash", try await databaseHash()), ("id", .string(id))]
    }

    private func logins(_ request: SecretJSON) async throws -> Members {
        for key in request["keys"]?.elements ?? [] {
            guard let id = key["id"]?.string, let value = key["key"]?.secret,
                try await associations.contains(id, key: value)
            else { continue }
            associated = (id, value)
            break
        }
        let id = try await associatedName()
        guard let url = request["url"]?.string, !url.isEmpty else {
            throw BrowserProblem.noAddress
        }
        guard let site = BrowserSite(url) else { throw BrowserProblem.noLogins }
        var entries: [SecretJSON] = []
        var size = 0
        for overview in try await store.logins(at: site.origin, isExact: false)
        where site.takes(overview.sites) {
            let login = try await store.login(overview.id)
            guard !login.isMadeByProgram else { continue }
            let entry = try await self.entry(login)
            size += entry.written.count
            guard size <= Self.answerLimit else { break }
            entries.append(entry)
            offered.insert(overview.id)
        }
        guard !entries.isEmpty else { throw BrowserProblem.noLogins }
        return [
            ("count", .string("\(entries.count)")), ("entries", .array(entries)),
            ("hash", try await databaseHash()), ("id", .string(id)),
        ]
    }

    private func entry(_ login: Login) async throws -> SecretJSON {
        var members: Members = [
            ("login", .string(login.userName)), ("name", .string(login.title)),
            ("password", .text(login.password)), ("uuid", .string(login.id.description)),
            ("group", .string("Wallet")),
        ]
        if let code = try await store.oneTimeCode(of: login) {
            members.append(("totp", .text(code)))
        }
        let fields = login.customFields.filter { $0.label.hasPrefix("KPH: ") }
        if !fields.isEmpty {
            let values = fields.map { SecretJSON.object([($0.label, .text($0.value))]) }
            members.append(("stringFields", .array(values)))
        }
        return .object(members)
    }

    private func save(_ request: SecretJSON) async throws -> Members {
        _ = try await associatedName()
        guard let url = request["url"]?.string, !url.isEmpty, let site = BrowserSite(url) else {
            throw BrowserProblem.noAddress
        }
        let userName = request["login"]?.string ?? ""
        let password = request["password"]?.secret ?? SecretText("")
        let done: Members = [
            ("count", .null), ("entries", .null), ("error", .string("")),
            ("hash", try await databaseHash()),
        ]
        let known = try await store.logins(at: site.origin, isExact: false)
        let meant: Login?
        if let id = request["uuid"]?.string, !id.isEmpty {
            guard let id = ItemID(id), offered.contains(id),
                let overview = known.first(where: { $0.id == id }), site.takes(overview.sites)
            else { throw BrowserProblem.denied }
            meant = try await store.login(overview.id)
        } else {
            meant = try await login(of: userName, at: site, among: known)
        }
        guard var login = meant else {
            var login = Login(
                title: "", sites: [site.origin], userName: userName, password: password)
            login.fillTitle()
            try await store.add(login)
            return done
        }
        guard login.userName != userName || login.password != password else { return done }
        login.userName = userName
        login.password = password
        try await store.save(login)
        return done
    }

    /// The login that a page means by a user name; those that programs made for themselves are theirs.
    private func login(
        of userName: String, at site: BrowserSite, among known: [CredentialOverview]
    ) async throws -> Login? {
        for overview in known where overview.userName == userName && site.isExactly(overview.sites)
        {
            let login = try await store.login(overview.id)
            if !login.isMadeByProgram { return login }
        }
        return nil
    }

    private func oneTimeCode(_ request: SecretJSON) async throws -> Members {
        _ = try await associatedName()
        guard let id = request["uuid"]?.string.flatMap({ ItemID($0) }), offered.contains(id),
            let code = try await store.oneTimeCode(of: try await store.login(id))
        else { throw BrowserProblem.noLogins }
        return [("totp", .text(code))]
    }

    /// There are no groups here; the extension is content with one.
    private func groups() async throws -> Members {
        _ = try await associatedName()
        let group = SecretJSON.object([
            ("name", .string("Wallet")), ("uuid", try await databaseHash()),
            ("children", .array([])),
        ])
        return [
            ("groups", .object([("groups", .array([group]))])),
            ("defaultGroup", .string("Wallet")), ("defaultGroupAlwaysAllow", .bool(true)),
        ]
    }

    // MARK: - Parts

    /// The name of the browser, which may have been forbidden in the meantime.
    private func associatedName() async throws -> String {
        guard let associated,
            try await associations.contains(associated.id, key: associated.key)
        else { throw BrowserProblem.associationFailed }
        return associated.id
    }

    private func databaseHash() async throws -> SecretJSON {
        .string(try await store.name)
    }

    /// Asks once at a time, and does not keep the extension waiting: it hears of it by the signal.
    private func askForPassphrase() {
        guard !isAsking else { return }
        isAsking = true
        Task {
            let reason: Sentence = "The extension of a browser asks for a login."
            if let passphrase = await person.passphrase(for: reason) {
                try? await store.unlock(passphrase: passphrase)
            }
            isAsking = false
        }
    }
}
