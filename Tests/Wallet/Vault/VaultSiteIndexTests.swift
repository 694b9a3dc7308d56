import Foundation
import TenonCore
import Testing
import WalletVault

@Suite struct VaultSiteIndexTests {
    private let fixture = VaultFixture()

    /// How many parts the site index has in the file.
    private func partCount() throws -> Int {
        try fixture.raw { connection in
            var count = 0
            try connection.query("SELECT count(*) FROM site_bucket", []) {
                count = Int($0.integer(0))
            }
            return count
        }
    }

    @Test("A login is listed by its owner and by its exact host, and leaves both lists with it")
    func bothLists() async throws {
        let manager = try await fixture.created()
        let first = try await manager.add(Login(title: "A", sites: ["https://a.example.com"]))
        try await manager.add(Login(title: "B", sites: ["https://b.example.com"]))
        // One part for the owner, and one for each host; by chance two of them may be one.
        #expect(try (2...3).contains(partCount()))
        func exact(_ host: String) async throws -> [String] {
            try await manager.items(forSite: host, isExact: true).map(\.title)
        }
        #expect(try await exact("https://a.example.com") == ["A"])
        #expect(try await exact("https://b.example.com") == ["B"])
        #expect(try await exact("https://example.com").isEmpty)
        try await manager.deletePermanently(first.id)
        #expect(try await exact("https://a.example.com").isEmpty)
        #expect(try await manager.items(forSite: "https://a.example.com").map(\.title) == ["B"])
        #expect(try await manager.check().isClean)
    }

    @Test("An exact host among hundreds of its owner is found, with and without the list loaded")
    func manyHosts() async throws {
        let manager = try await fixture.created()
        try await manager.write { batch in
            for number in 0..<400 {
                let host = "https://host\(number).example.com:8443"
                try batch.write(.add(.login(Login(title: "Login \(number)", sites: [host]))))
            }
        }
        for isListLoaded in [false, true] {
            if isListLoaded { _ = try await manager.list(ItemQuery()) }
            for number in [0, 1, 199, 399] {
                let found = try await manager.items(
                    forSite: "https://host\(number).example.com:8443/path", isExact: true)
                #expect(found.map(\.title) == ["Login \(number)"])
            }
        }
        #expect(try await manager.items(forSite: "https://example.com:8443").count == 400)
    }

    @Test("A vault of the version before exact hosts is read as it is, and brought up to date")
    func olderVault() async throws {
        try fixture.placeSample("before-hosts.wallet")
        let before = try partCount()
        let manager = try await fixture.unlocked()
        func exact() async throws -> [String] {
            try await manager.items(forSite: "https://b.example.com", isExact: true).map(\.title)
        }
        #expect(try await exact() == ["b.example.com"])
        #expect(try await manager.check().isClean)
        #expect(try partCount() == before)

        // A change before the index is complete keeps it usable.
        try await manager.add(Login(title: "New", sites: ["https://b.example.com"]))
        #expect(try await Set(exact()) == ["b.example.com", "New"])

        _ = try await manager.list(ItemQuery())
        #expect(try partCount() > before + 1)
        #expect(try await Set(exact()) == ["b.example.com", "New"])
        #expect(try await manager.check().isClean)
        let other = try await fixture.unlocked()
        let found = try await other.items(forSite: "https://c.example.com", isExact: true)
        #expect(found.map(\.title) == ["c.example.com"])
    }
}
