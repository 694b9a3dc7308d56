import Synchronization
import TenonCore
import Testing
import WalletCredentials
import WalletTestSupport
import WalletVault

@Suite("Several programs that store logins at once") struct CredentialChangeTests {
    private func stored(_ user: String, _ password: String, at host: String) -> String {
        "protocol=https\nhost=\(host)\nusername=\(user)\npassword=\(password)\n"
    }

    @Test("A change that another program overtakes is made again, in silence")
    func overtaken() async throws {
        let vault = try await TemporaryVault.make()
        let other = vault.makeOther()
        try await other.unlock(passphrase: SecretText(TemporaryVault.passphrase))
        let times = Mutex(0)
        let hooked = HookedVault(vault.manager) { item in
            let isOvertaken = times.withLock { times in
                defer { times = max(0, times - 1) }
                return times > 0
            }
            guard isOvertaken, let login = try? await other.login(item.id) else { return }
            try await other.save(login)
        }
        let service = CredentialService(CredentialVault(hooked))
        _ = await service.git("store", SecretText(stored("alice", "one", at: "a.test")))
        times.withLock { $0 = 3 }
        let git = await service.git("store", SecretText(stored("alice", "two", at: "a.test")))
        #expect(git == CredentialAnswer() && times.withLock { $0 } == 0)
        #expect(try await vault.logins().map(\.password) == [SecretText("two")])
        try await vault.manager.add(
            Login(
                title: "Mine", sites: ["b.test"], userName: "me", password: SecretText("x"),
                tags: ["docker"]))
        let json = #"{"ServerURL":"b.test","Username":"bob","Secret":"y"}"#
        times.withLock { $0 = 3 }
        #expect(await service.docker("store", SecretText(json)) == CredentialAnswer())
        #expect(times.withLock { $0 } == 0)
        let docker = try await vault.logins().filter { $0.tags.contains("docker") }
        #expect(docker.map(\.userName) == ["bob"])
        #expect(try await vault.logins().count == 3)
    }

    @Test("The same login is stored once by many at once, and no other is lost")
    func oneProcess() async throws {
        let vault = try await TemporaryVault.make()
        let turns = CredentialTurns()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<24 {
                group.addTask {
                    let service = CredentialService(
                        CredentialVault(vault.manager, turns: turns))
                    for host in ["shared.test", "host\(number).test"] {
                        let input = stored("alice", "\(number)", at: host)
                        let said = await service.git("store", SecretText(input))
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
                    let service = CredentialService(CredentialVault(manager))
                    for number in 0..<20 {
                        let input = stored("alice", "\(index) \(number)", at: "a.test")
                        let said = await service.git("store", SecretText(input))
                        #expect(said == CredentialAnswer())
                    }
                }
            }
        }
        let found = try await vault.manager.items(forSite: "https://a.test")
        #expect(found.map(\.title) == ["Forge"])
    }
}
