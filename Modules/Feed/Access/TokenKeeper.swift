import FeedStore
import Synchronization
package import TenonCore

/// Where the token of an account is kept.
package enum TokenPlace: Sendable, Equatable {
    /// In what keeps secrets on this machine, such as Wallet, by its title.
    case service(Sentence)
    /// In a file that only the person may read.
    case file(String)
}

/// Keeps the tokens of accounts: in Wallet or the keyring of the person where there is one, else in files.
///
/// The file of an account is there in any case. When a keeper of secrets has the token, the file only says
/// which; an account whose keeper is away for a while is therefore not taken for one that has no token.
final class TokenKeeper: Sendable {
    /// Lets tokens stay where nothing of the desktop is asked, as for a demonstration.
    static let filesOnly = Setting<Bool>(
        "token-files",
        help: "Keep sign-ins in files that only you may read, not in Wallet or the keyring.",
        environmentVariable: "PHOTOFEED_TOKEN_FILES")

    private static let patience = Duration.seconds(60)

    private let files: TokenFile
    private let keepers: [any SecretKeeping]
    private let movesTokens: Bool
    private let clock: any TimeTelling
    /// The accounts whose tokens are moving, or could not.
    private let moves = Mutex<Set<Int64>>([])

    /// Makes a keeper.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - keepers: What keeps secrets on this machine; a new one goes to the first that takes it.
    ///   - movesTokens: Whether new tokens go there; those that are there stay in any case.
    ///   - clock: Measures time.
    init(
        files: TokenFile, keepers: [any SecretKeeping], movesTokens: Bool = true,
        clock: any TimeTelling
    ) {
        self.files = files
        self.keepers = keepers
        self.movesTokens = movesTokens
        self.clock = clock
    }

    /// Does something while no other program, and nothing else in this one, changes a token.
    ///
    /// - Throws: ``AccessError`` when others do so for long; what the body throws.
    func locked<Result: Sendable>(
        _ account: Int64, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try files.makeFolder()
        let lock = try await FileLock(
            "\(files.path(account)).lock", clock: clock, patience: Self.patience)
        defer { withExtendedLifetime(lock) {} }
        return try await body()
    }

    /// The token of an account; `nil` when there is none.
    ///
    /// One that is in a file moves to a keeper of secrets meanwhile, when there is one.
    ///
    /// - Throws: ``AccessError`` when it cannot be read, or what keeps it gives nothing; what that throws.
    func token(of account: Int64) async throws -> StoredToken? {
        guard let text = try files.text(of: account) else { return nil }
        if let id = Self.keeper(in: text) {
            let secret = try await keeper(id).secret(named: name(of: account))
            guard let secret else { throw AccessError.noSecrets }
            return StoredToken(secret)
        }
        guard let stored = StoredToken(text) else { return nil }
        beginMove(of: account)
        return stored
    }

    /// Keeps the token of an account, in place of the one before; for use while it is ``locked(_:_:)``.
    ///
    /// It is in a file at once, since a keeper of secrets may ask the person first, and moves from there.
    ///
    /// - Throws: ``AccessError`` when it cannot be kept; the one before is there then.
    func keep(_ stored: StoredToken, of account: Int64) throws {
        try files.keep(stored.text, of: account)
        beginMove(of: account)
    }

    /// Removes the token of an account, if there is one; for use while it is ``locked(_:_:)``.
    ///
    /// - Throws: ``AccessError`` when what keeps it is not in this program; what that throws. The account
    ///   has no token in any case.
    func remove(_ account: Int64) async throws {
        let id = (try? files.text(of: account)).flatMap(Self.keeper)
        files.remove(account)
        await forget(account, butFor: id)
        if let id { try await keeper(id).remove(named: name(of: account)) }
    }

    /// Removes what keepers may have from before, where they are there.
    private func forget(_ account: Int64, butFor id: String?) async {
        guard let name = try? name(of: account) else { return }
        for keeper in keepers where keeper.id != id && keeper.isThere {
            try? await keeper.remove(named: name)
        }
    }

    /// What keepers know the token of an account by: other machines with the same vault have another name.
    private func name(of account: Int64) throws -> String {
        "\(try files.installation()) \(account)"
    }

    /// Where the token of an account is; `nil` when there is none.
    func place(of account: Int64) -> TokenPlace? {
        guard let text = try? files.text(of: account) else { return nil }
        guard let id = Self.keeper(in: text) else { return .file(files.path(account)) }
        return .service((try? keeper(id))?.title ?? "")
    }

    /// The keeper of secrets that the file of an account names; `nil` when the file has something else.
    private static func keeper(in text: SecretText) -> String? {
        text.withBytes { bytes in
            guard bytes.last == UInt8(ascii: "\n"), 2...32 ~= bytes.count,
                bytes.dropLast().allSatisfy(isLetter)
            else { return nil }
            return String(decoding: bytes.dropLast(), as: UTF8.self)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    private func keeper(_ id: String) throws -> any SecretKeeping {
        guard let keeper = keepers.first(where: { $0.id == id }) else {
            throw AccessError.noSecrets
        }
        return keeper
    }

    /// Moves a token in the background to the first keeper that takes it; one that could not move stays
    /// until the next start.
    private func beginMove(of account: Int64) {
        guard movesTokens, !keepers.isEmpty,
            moves.withLock({ $0.insert(account).inserted })
        else { return }
        Task {
            let present = keepers.filter(\.isThere)
            for keeper in present where (try? await move(account, to: keeper)) != nil {
                await forget(account, butFor: keeper.id)
                break
            }
            if present.isEmpty || (try? files.text(of: account)).flatMap(Self.keeper) != nil {
                moves.withLock { _ = $0.remove(account) }
            }
        }
    }

    /// The file changes only when the keeper gives back what it was given, and the file is as before.
    private func move(_ account: Int64, to keeper: any SecretKeeping) async throws {
        let name = try name(of: account)
        // Not the lock of the token, since the keeper may ask the person for as long as it likes.
        let turn = try await FileLock(
            "\(files.path(account)).move", clock: clock, patience: .zero)
        defer { withExtendedLifetime(turn) {} }
        while let text = try files.text(of: account) {
            guard Self.keeper(in: text) == nil else { return }
            try await keeper.keep(text, named: name, label: "\(PhotoFeed.name) (\(account))")
            guard try await keeper.secret(named: name) == text else {
                throw AccessError.noSecrets
            }
            try await locked(account) { [files] in
                if try files.text(of: account) == text {
                    try files.keep(SecretText("\(keeper.id)\n"), of: account)
                }
            }
        }
        // The person has signed out meanwhile.
        try await keeper.remove(named: name)
    }
}
