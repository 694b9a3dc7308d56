import TenonCore
import Testing
import WalletCredentials
import WalletTestSupport
import WalletVault

@Suite("Several programs that store logins at once") struct CredentialChangeTests {
    private func answer(
        _ family: CredentialRequest.Family, _ verb: String, _ input: String,
        _ store: any CredentialStore
    ) async -> CredentialAnswer {
        await CredentialService(store: store)
            .answer(CredentialRequest(family, verb: verb, input: SecretText(input)))
    }

    private func stored(_ user: String, _ password: String, at host: String) -> String {
        "protocol=https\nhost=\(host)\nusername=\(user)\npassword=\(password)\n"
    }

    @Test("A change that another program overtakes is made again, in silence")
    func overtaken() async throws {
        let memory = MemoryStore()
        _ = await answer(.git, "store", stored("alice", "one", at: "a.test"), memory)
        await memory.beOvertaken(3)
        let git = await answer(.git, "store", stored("alice", "two", at: "a.test"), memory)
        #expect(git == CredentialAnswer())
        #expect(await memory.all().map(\.password) == [SecretText("two")])
        try await memory.add(
            Login(
                title: "Mine", sites: ["b.test"], userName: "me", password: SecretText("x"),
                tags: ["docker"]))
        await memory.beOvertaken(2)
        let json = #"{"ServerURL":"b.test","Username":"bob","Secret":"y"}"#
        #expect(await answer(.docker, "store", json, memory) == CredentialAnswer())
        let docker = await memory.all().filter { $0.tags.contains("docker") }
        #expect(docker.map(\.userName) == ["bob"])
        #expect(await memory.all().count == 3)
    }

    @Test("The same login is stored once by many at once, and no other is lost")
    func oneProcess() async throws {
        let vault = try await TemporaryVault.make()
        let turns = CredentialTurns()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<24 {
                group.addTask {
                    let store = VaultCredentialStore(vault: vault.manager, turns: turns)
                    for host in ["shared.test", "host\(number).test"] {
                        let input = stored("alice", "\(number)", at: host)
                        let said = await answer(.git, "store", input, store)
                        #expect(said == CredentialAnswer())
                    }
                }
            }
        }
        var hosts: [String] = []
        try await vault.manager.forEachItem { hosts += $0.login?.sites ?? [] }
        #expect(hosts.count == 25 && Set(hosts).count == 25)
    }

    @Test("Programs that do not know of each other change one login, and none is told of it")
    func twoProcesses() async throws {
        let vault = try await TemporaryVault.make([
            Login(
                title: "Forge", sites: ["https://a.test"], userName: "alice",
                customFields: [
                    CustomField(label: ".git.made", value: SecretText("1"), isConcealed: false)
                ])
        ])
        let other = vault.makeOther()
        try await other.unlock(passphrase: SecretText(TemporaryVault.passphrase))
        await withTaskGroup(of: Void.self) { group in
            for (index, manager) in [vault.manager, other].enumerated() {
                group.addTask {
                    let store = VaultCredentialStore(vault: manager)
                    for number in 0..<20 {
                        let input = stored("alice", "\(index) \(number)", at: "a.test")
                        let said = await answer(.git, "store", input, store)
                        #expect(said == CredentialAnswer())
                    }
                }
            }
        }
        let found = try await vault.manager.items(forSite: "https://a.test")
        #expect(found.map(\.title) == ["Forge"])
    }
}
