import Glibc
import Testing
import WalletAgentLink

@Suite("AgentPlace")
struct AgentPlaceTests {
    private func place(_ variables: [String: String]) throws -> AgentPlace {
        try AgentPlace { variables[$0] }
    }

    @Test("the socket is in the folder of the session")
    func runtime() throws {
        let place = try place(["XDG_RUNTIME_DIR": "/run/user/1", "HOME": "/home/me"])
        #expect(place.socket == "/run/user/1/wallet/agent.sock")
        #expect(place.log == "/home/me/.local/state/wallet/agent.log")
        #expect(!place.isFallback)
    }

    @Test(
        "without one it is below the folder for state",
        .enabled(if: access("/run/user/\(geteuid())", F_OK) != 0))
    func fallback() throws {
        let place = try place(["HOME": "/home/me", "XDG_RUNTIME_DIR": "relative"])
        #expect(place.folder == "/home/me/.local/state/wallet/run")
        #expect(place.isFallback)
        #expect(try self.place(["WALLET_HOME": "/w"]).folder == "/w/state/run")
        #expect(throws: LinkError.noPlace) { try self.place([:]) }
    }

    @Test("the vault is the one that the environment names, or the agent's own")
    func vault() {
        func vault(_ variables: [String: String]) -> String {
            AgentPlace.vault { variables[$0] }
        }
        #expect(vault([:]).isEmpty)
        #expect(vault(["WALLET_HOME": "/w"]) == "/w/vault.db")
        #expect(vault(["WALLET_HOME": "/w", "WALLET_VAULT": "/v.db"]) == "/v.db")
        #expect(vault(["WALLET_VAULT": "v.db"]).hasSuffix("/v.db"))
        #expect(vault(["WALLET_VAULT": "v.db"]).hasPrefix("/"))
    }

    @Test("a path that is too long for a socket says so")
    func longPath() throws {
        let runtime = "/tmp/" + String(repeating: "x", count: 200)
        let place = try place(["XDG_RUNTIME_DIR": runtime])
        #expect(throws: LinkError.pathTooLong(place.socket)) { _ = try place.connect() }
        #expect(throws: LinkError.pathTooLong(place.socket)) { try place.prepareFolder() }
    }

    @Test("a folder of the session that is missing is neither made nor said to be unsafe")
    func missingSession() throws {
        let place = try place(["XDG_RUNTIME_DIR": "/tmp/tenon-no-such-folder"])
        #expect(throws: LinkError.noSession("/tmp/tenon-no-such-folder")) {
            _ = try place.connect()
        }
        #expect(throws: LinkError.noSession("/tmp/tenon-no-such-folder")) {
            try place.prepareFolder()
        }
    }

    @Test("a folder that cannot be made says why")
    func impossibleFolder() throws {
        let place = try place(["XDG_RUNTIME_DIR": "/proc/self/fdinfo"])
        #expect(throws: LinkError.noFolder(place.folder, "No such file or directory")) {
            try place.prepareFolder()
        }
        let file = try self.place(["WALLET_HOME": "/proc/self/status"])
        if file.isFallback {
            #expect(throws: LinkError.noFolder(file.folder, "Not a directory")) {
                try file.prepareFolder()
            }
        }
    }
}
