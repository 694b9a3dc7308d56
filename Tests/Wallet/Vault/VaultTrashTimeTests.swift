import Foundation
import TenonCore
import TenonSecurity
import Testing
import WalletVault

/// The trash under clocks that are wrong.
@Suite struct VaultTrashTimeTests {
    private let fixture = VaultFixture()
    private static let day = 24 * 3600

    /// Unlocks, lists, and tells how much is in the trash.
    private func use() async throws -> Int {
        let manager = try await fixture.unlocked()
        let count = try await manager.list(ItemQuery(isTrashed: true)).total
        await manager.lock()
        return count
    }

    private func advance(days: Int) { fixture.advance(by: .seconds(days * Self.day)) }

    private func vaultWithTrash() async throws {
        let manager = try await fixture.created()
        let id = try await manager.add(.sample("Lost")).id
        try await manager.moveToTrash(id)
        await manager.lock()
    }

    @Test("A clock that jumps ahead empties no trash", arguments: [45, 366, 3650, 4600])
    func jumpAhead(days: Int) async throws {
        try await vaultWithTrash()
        advance(days: days)
        #expect(try await use() == 1)
        // Nor does going on with the wrong clock before the time is over.
        for _ in 0..<3 {
            advance(days: 7)
            #expect(try await use() == 1)
        }
        advance(days: 3)
        #expect(try await use() == 0)
    }

    @Test("A jump of the clock deletes nothing, however long an item has been in the trash")
    func jumpAtTheEnd() async throws {
        try await vaultWithTrash()
        for _ in 0..<4 {
            advance(days: 6)
            #expect(try await use() == 1)
        }
        advance(days: 366)
        #expect(try await use() == 1)
        // Nor does the next program that opens the vault, or a change by it.
        #expect(try await use() == 1)
        let manager = try await fixture.unlocked()
        _ = try await manager.add(.sample("Kept"))
        await manager.lock()
        #expect(try await use() == 1)
        advance(days: 2)
        #expect(try await use() == 1)
        advance(days: 2)
        #expect(try await use() == 0)
    }

    @Test("A jump that is set back costs what is in the trash nothing")
    func jumpSetBack() async throws {
        try await vaultWithTrash()
        for _ in 0..<4 {
            advance(days: 6)
            #expect(try await use() == 1)
        }
        advance(days: 45)
        #expect(try await use() == 1)
        advance(days: -45)
        #expect(try await use() == 1)
    }

    @Test("What is deleted after a jump has all of its thirty days")
    func deletedAfterJump() async throws {
        let manager = try await fixture.created()
        let id = try await manager.add(.sample("Lost")).id
        advance(days: 366)
        try await manager.moveToTrash(id)
        await manager.lock()
        for _ in 0..<5 {
            advance(days: 6)
            #expect(try await use() == 1)
        }
        advance(days: 1)
        #expect(try await use() == 0)
    }

    @Test("A clock that jumps ahead and back, again and again, empties no trash")
    func flapping() async throws {
        try await vaultWithTrash()
        for _ in 0..<12 {
            advance(days: 4600)
            #expect(try await use() == 1)
            advance(days: -4600)
            #expect(try await use() == 1)
        }
    }

    @Test("Programs whose clocks differ by days, and that write in turn, empty no trash")
    func twoClocks() async throws {
        try await vaultWithTrash()
        for _ in 0..<12 {
            advance(days: 6)
            #expect(try await use() == 1)
            advance(days: -6)
            #expect(try await use() == 1)
        }
        // The time that does pass still counts.
        for _ in 0..<6 {
            advance(days: 6)
            _ = try await use()
        }
        #expect(try await use() == 0)
    }

    @Test("What was deleted while the clock was wrong goes at most sixty-seven days of use later")
    func deletedInTheFuture() async throws {
        let manager = try await fixture.created()
        let id = try await manager.add(.sample("Lost")).id
        advance(days: 4600)
        try await manager.moveToTrash(id)
        await manager.lock()
        advance(days: -4600)
        #expect(try await use() == 1)
        for _ in 0..<9 {
            advance(days: 7)
            #expect(try await use() == 1)
        }
        advance(days: 5)
        #expect(try await use() == 0)
    }

    @Test("A clock that is set back by an hour and forth again changes nothing")
    func smallSteps() async throws {
        try await vaultWithTrash()
        for _ in 0..<28 {
            fixture.advance(by: .seconds(-3600))
            #expect(try await use() == 1)
            fixture.advance(by: .seconds(3600 + Self.day))
            #expect(try await use() == 1)
        }
        advance(days: 2)
        #expect(try await use() == 1)
        advance(days: 1)
        #expect(try await use() == 0)
    }

    @Test("Who comes rarely loses what was deleted only after several visits")
    func rareUse() async throws {
        try await vaultWithTrash()
        for _ in 0..<5 {
            advance(days: 60)
            #expect(try await use() == 1)
        }
        advance(days: 60)
        #expect(try await use() == 0)
    }

    @Test("A vault that stays open empties its trash, too")
    func staysOpen() async throws {
        let manager = try await fixture.created()
        let id = try await manager.add(.sample("Lost")).id
        try await manager.moveToTrash(id)
        for _ in 0..<30 {
            #expect(try await manager.list(ItemQuery(isTrashed: true)).total == 1)
            advance(days: 1)
        }
        fixture.advance(by: .seconds(1))
        advance(days: 1)
        #expect(try await manager.list(ItemQuery(isTrashed: true)).total == 0)
        #expect(try await manager.check().isClean)
    }

    @Test("An item that is put back and deleted again has its thirty days again")
    func again() async throws {
        let manager = try await fixture.created()
        let id = try await manager.add(.sample("Lost")).id
        try await manager.moveToTrash(id)
        for _ in 0..<4 {
            advance(days: 7)
            #expect(try await manager.list(ItemQuery(isTrashed: true)).total == 1)
        }
        try await manager.restore(id)
        try await manager.moveToTrash(id)
        advance(days: 7)
        #expect(try await manager.list(ItemQuery(isTrashed: true)).total == 1)
    }
}
