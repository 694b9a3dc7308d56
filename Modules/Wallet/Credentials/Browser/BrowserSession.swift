package import TenonCore
import TenonSecurity
import WalletVault

/// The conversation with one browser: the KeePassXC-Browser protocol, one JSON message at a time.
///
/// After an exchange of keys all messages are boxes (X25519, XSalsa20-Poly1305). Logins are for
/// browsers that the person has allowed, and for the page that the extension names.
package actor BrowserSession {
    typealias Members = BrowserEnvelope.Members

    /// An answer holds no more than a browser takes, which is 1 MB in base 64.
    static let answerLimit = 512 << 10

    /// The actions of an allowed browser that count as use by a person; the browser does the others
    /// by itself.
    private static let uses: Set = [
        "associate", "get-logins", "set-login", "get-totp", "create-new-group", "delete-entry",
    ]
    /// What the person is asked about.
    private static let questions: Set = ["associate", "delete-entry", "get-database-entries"]

    private static let busy: Sentence = "Wallet is asking you already. Answer that first."

    let vault: CredentialVault
    private let person: any PersonAsking
    private let say: @Sendable (Sentence) -> String
    private let associations: BrowserAssociations
    private var box: CryptoBox?
    private var clientKey: [UInt8] = []
    /// The browser that proved to be allowed: its name and key.
    private var associated: (id: String, key: SecretText)?
    /// The logins that were handed out; the extension may ask for more only about these.
    var offered: Set<ItemID> = []
    /// Whether the person is asked about this browser.
    private var isDeciding = false
    /// What asks the person for the passphrase.
    private var unlocking: Task<Void, Never>?
    private var hasEnded = false

    init(
        vault: CredentialVault, person: any PersonAsking,
        say: @escaping @Sendable (Sentence) -> String
    ) {
        self.vault = vault
        self.person = person
        self.say = say
        associations = BrowserAssociations(vault)
    }

    /// Answers a message, and waits for the person if need be.
    package func answer(_ text: SecretText) async -> SecretText {
        switch await receive(text) {
        case .now(let answer): answer
        case .later(let answer): await answer.value
        }
    }

    /// Takes a message; every message gets an answer.
    package func receive(_ text: SecretText) async -> BrowserAnswer {
        guard let envelope = BrowserEnvelope(text) else {
            return .now(BrowserEnvelope.replyToGarbage(say(BrowserProblem.emptyMessage.sentence)))
        }
        do {
            if envelope.action == "change-public-keys" { return .now(try exchangeKeys(envelope)) }
            guard let box else { throw BrowserProblem.clientKeyNotReceived }
            let inner = try envelope.open(with: box)
            guard Self.questions.contains(envelope.action) else {
                return .now(await answer(envelope, inner, box))
            }
            return .later(Task { await answer(envelope, inner, box) })
        } catch {
            return .now(refusal(error, envelope))
        }
    }

    /// The browser has left: its questions are cancelled.
    package func end() {
        hasEnded = true
        unlocking?.cancel()
    }

    /// The message to the browser when the vault was unlocked or locked.
    package nonisolated func signal(isUnlocked: Bool) -> SecretText {
        JSONValue.object([
            .init("action", .string(isUnlocked ? "database-unlocked" : "database-locked"))
        ]).written
    }

    // MARK: - Actions

    private func answer(
        _ envelope: BrowserEnvelope, _ inner: JSONValue, _ box: CryptoBox
    ) async -> SecretText {
        do {
            let members = try await perform(envelope.action, inner, envelope.isUnlockWanted)
            if Self.uses.contains(envelope.action) { vault.noteUse() }
            return try envelope.reply(members, with: box)
        } catch {
            return refusal(error, envelope)
        }
    }

    private func refusal(_ error: any Error, _ envelope: BrowserEnvelope) -> SecretText {
        switch error {
        case let refusal as BrowserRefusal:
            return envelope.reply(refusal.problem, say(refusal.reason))
        case let problem as BrowserProblem:
            return envelope.reply(problem, say(problem.sentence))
        default:
            let isLocked = Explanation(error).code == .vaultLocked
            let problem: BrowserProblem = isLocked ? .databaseNotOpened : .unknown
            return envelope.reply(problem, say(problem.sentence))
        }
    }

    private func perform(
        _ action: String, _ request: JSONValue, _ isUnlockWanted: Bool
    ) async throws -> Members {
        guard vault.isUnlocked else {
            if isUnlockWanted { try await askForPassphrase() }
            throw BrowserProblem.databaseNotOpened
        }
        switch action {
        case "get-databasehash": return try await hash(request)
        case "associate": return try await associate(request)
        case "test-associate": return try await testAssociation(request)
        case "get-logins": return try await logins(request)
        case "get-logins-count": return try await loginCount(request)
        case "get-database-entries": return try await allLogins()
        case "set-login": return try await save(request)
        case "delete-entry": return try await delete(request)
        case "generate-password":
            return [.init("password", .string(try PasswordGenerator().make()))]
        case "get-totp": return try await oneTimeCode(request)
        case "get-database-groups": return try await groups()
        case "create-new-group": return try await makeGroup(request)
        case "lock-database":
            try await vault.existing.lock()
            // By the protocol, the error of a locked vault reports success.
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

    private func hash(_ request: JSONValue) async throws -> Members {
        let name = vault.name
        // The extension shows why this fails, but not why a request to connect failed. One that
        // says it is not connected therefore learns here that the person cannot be asked.
        if case .array(let known)? = request["connectedKeys"],
            !known.contains(where: { $0.string == name }), let obstacle = await person.obstacle()
        {
            throw BrowserRefusal(.denied, obstacle)
        }
        return [.init("hash", .string(name))]
    }

    // MARK: - Association

    private func associate(_ request: JSONValue) async throws -> Members {
        guard let sent = request["key"]?.string,
            let key = request["idKey"]?.secretString, key.count == 44,
            BrowserEnvelope.base64(clientKey) == sent
        else { throw BrowserProblem.associationFailed }
        try await ask(
            "The extension of a browser wants to read and save the logins of the sites you visit.")
        // The extension may have started again while the person was thinking.
        guard BrowserEnvelope.base64(clientKey) == sent else {
            throw BrowserProblem.associationFailed
        }
        let id = try await associations.add(key: key)
        associated = (id, key)
        return [.init("hash", databaseHash), .init("id", .string(id))]
    }

    private func testAssociation(_ request: JSONValue) async throws -> Members {
        guard let id = request["id"]?.string, let key = request["key"]?.secretString,
            try await associations.contains(id, key: key)
        else { throw BrowserProblem.associationFailed }
        associated = (id, key)
        return [.init("hash", databaseHash), .init("id", .string(id))]
    }

    /// Looks for the browser among those that a message names.
    func recognize(_ keys: [JSONValue]) async throws {
        for key in keys {
            guard let id = key["id"]?.string, let value = key["key"]?.secretString,
                try await associations.contains(id, key: value)
            else { continue }
            associated = (id, value)
            return
        }
    }

    /// The name of the browser, which may have been forbidden in the meantime.
    @discardableResult
    func associatedName() async throws -> String {
        guard let associated,
            try await associations.contains(associated.id, key: associated.key)
        else { throw BrowserProblem.associationFailed }
        return associated.id
    }

    var databaseHash: JSONValue { .string(vault.name) }

    // MARK: - Questions

    /// Asks for permission, one question at a time.
    ///
    /// - Throws: ``BrowserRefusal`` when the person cannot be asked; what `problem` says when they
    ///   refuse.
    func ask(_ question: Sentence, or problem: BrowserProblem = .denied) async throws {
        guard !isDeciding else { throw BrowserRefusal(problem, Self.busy) }
        isDeciding = true
        defer { isDeciding = false }
        if let obstacle = await person.obstacle() { throw BrowserRefusal(problem, obstacle) }
        // A browser that has left in the meantime gets nothing.
        guard await person.allows(question), !Task.isCancelled else { throw problem }
    }

    /// Asks for the passphrase without keeping the extension waiting: the signal notifies it.
    private func askForPassphrase() async throws {
        guard unlocking == nil else { return }
        if let obstacle = await person.obstacle() {
            throw BrowserRefusal(.databaseNotOpened, obstacle)
        }
        guard unlocking == nil, !hasEnded else { return }
        unlocking = Task {
            let reason: Sentence = "The extension of a browser asks for a login."
            if let passphrase = await person.passphrase(for: reason), !Task.isCancelled {
                try? await vault.unlock(passphrase: passphrase)
            }
            unlocking = nil
        }
    }
}
