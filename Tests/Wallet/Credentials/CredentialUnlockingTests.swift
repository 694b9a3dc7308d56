import TenonCore
import Testing
import WalletCredentials
import WalletTestSupport
import WalletVault

@Suite("Asking for the passphrase when git or Docker need the vault")
struct CredentialUnlockingTests {
    /// A person who types one passphrase after the other, and then gives up.
    private actor Typist: PersonAsking {
        private let why: Sentence?
        private var passphrases: [String]
        private(set) var reasons: [String] = []

        init(_ passphrases: String..., why: Sentence? = nil) {
            self.passphrases = passphrases
            self.why = why
        }

        func obstacle() -> Sentence? { why }

        func allows(_ question: Sentence) -> Bool { false }

        func passphrase(for reason: Sentence) async -> SecretText? {
            reasons.append("\(reason)")
            // The others who want the vault come in between.
            for _ in 0..<100 { await Task.yield() }
            return passphrases.isEmpty ? nil : SecretText(passphrases.removeFirst())
        }
    }

    private static let right = TemporaryVault.passphrase
    private static let input = "protocol=https\nhost=example.com\n"
    private static let said = "username=alice\npassword=secret\n"

    private let vault: TemporaryVault
    private let store: CredentialVault

    init() async throws {
        vault = try await TemporaryVault.make([
            Login(
                title: "Forge", sites: ["https://example.com"], userName: "alice",
                password: SecretText("secret"))
        ])
        store = vault.credentials
        await vault.manager.lock()
    }

    private func get(_ person: any PersonAsking, mayAsk: Bool = true) async -> CredentialAnswer {
        await CredentialService(store, person: person)
            .git("get", SecretText(Self.input), mayAsk: mayAsk)
    }

    @Test("The right passphrase has the request answered")
    func unlocks() async throws {
        let person = Typist(Self.right)
        #expect(await get(person).output.reveal() == Self.said)
        #expect(await person.reasons == ["A program such as git asks for a login."])
        // Now nobody has to be asked.
        #expect(await get(person).output.reveal() == Self.said)
        #expect(await person.reasons.count == 1)
    }

    @Test("A wrong one is said to be wrong, and may be corrected")
    func corrects() async throws {
        let person = Typist("wrong", "wrong again", Self.right)
        #expect(await get(person).output.reveal() == Self.said)
        let wrong = "The passphrase is wrong."
        #expect(await Array(person.reasons.dropFirst()) == [wrong, wrong])
    }

    @Test("Nobody is asked unless the program allows it")
    func silent() async throws {
        let person = Typist(Self.right)
        let answer = await get(person, mayAsk: false)
        #expect(answer.status == CredentialAnswer.lockedStatus)
        #expect(
            "\(answer.message)"
                == "The vault is locked. Unlock it with \"wallet unlock\" in a terminal.")
        #expect(await person.reasons.isEmpty)
    }

    @Test("Who gave none is left in peace for a while")
    func declines() async throws {
        let person = Typist()
        for _ in 0..<2 {
            let answer = await get(person)
            #expect(answer.status == CredentialAnswer.lockedStatus)
            #expect("\(answer.message)".contains("You were asked for its passphrase"))
        }
        #expect(await person.reasons.count == 1)
    }

    @Test("When the person cannot be asked it is said why")
    func obstacle() async throws {
        let person = Typist(Self.right, why: "There is no screen.")
        let answer = await get(person)
        #expect(answer.status == CredentialAnswer.lockedStatus)
        #expect("\(answer.message)".hasPrefix("The vault is locked. There is no screen. Unlock it"))
        #expect(await person.reasons.isEmpty)
        // That was no answer of the person.
        #expect(await get(Typist(Self.right)).output.reveal() == Self.said)
    }

    @Test("Many programs at once ask one question")
    func together() async throws {
        let person = Typist(Self.right)
        await withTaskGroup(of: String.self) { group in
            for _ in 0..<16 { group.addTask { await get(person).output.reveal() } }
            for await text in group { #expect(text == Self.said) }
        }
        #expect(await person.reasons.count == 1)
    }

    @Test("Without a vault nobody is asked, and it is said what to do")
    func noVault() async throws {
        let empty = try TemporaryVault()
        let person = Typist(Self.right)
        let service = CredentialService(empty.credentials, person: person)
        let message =
            "There is no vault at \(empty.manager.path). Make one with \"wallet init\", or name "
            + "another one with WALLET_VAULT"
        for (verb, input) in [
            ("get", Self.input), ("store", Self.input + Self.said), ("erase", Self.input),
        ] {
            let answer = await service.git(verb, SecretText(input), mayAsk: true)
            #expect(answer.status == 0 && answer.output.isEmpty)
            #expect("\(answer.message)" == message + " or --vault.")
        }
        for (verb, input) in [("get", "example.com"), ("list", "unused")] {
            let answer = await service.docker(verb, SecretText(input), mayAsk: true)
            // Docker passes no options.
            #expect(answer.status == 1 && answer.output.reveal() == message + ".\n")
        }
        #expect(await person.reasons.isEmpty)
    }
}
