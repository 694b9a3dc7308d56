import Foundation
import TenonCore
import TestSupport
import Testing
import WalletTestSupport

@Suite("A first evening with two machines and a folder", .serialized)
struct SyncProgramTests {
    private let folder: TemporaryFolder
    private let desk: SyncMachine
    private let phone: SyncMachine

    init() async throws {
        folder = try TemporaryFolder()
        desk = SyncMachine(home: try AgentHome())
        // When its first passphrase was set is no news, so it is some time ago.
        try await TemporaryVault.create(at: desk.home.path("home/vault.db")) {
            TemporaryVault.now().advanced(by: .seconds(-60 * 60))
        }
        phone = SyncMachine(home: try AgentHome())
        try await desk.unlock()
        let add = ["add", "login", "--title", "bank", "--password-file", "-"]
        _ = try await desk.wallet(add, input: "one")
        _ = try await desk.wallet(["sync", "set-up", "folder", folder.path, "--name", "desk"])
        let code = try await desk.wallet(["sync", "invite"])
        try phone.home.folder.write(code, to: "code", permissions: 0o600)
        _ = try await phone.wallet(
            [
                "sync", "join", "--code-file", phone.home.path("code"), "--name", "phone",
                "--passphrase-file", phone.home.path("passphrase"),
            ])
    }

    @Test("The new machine has all items at once, and is let in by the agent of the other one")
    func evening() async throws {
        #expect(try await phone.password(of: "bank") == "one")
        // Nobody asks for it: the agents look for news by themselves.
        try await until {
            try await phone.syncState() == "in-step 0"
        }
        #expect(try await desk.wallet(["sync", "devices", "--plain"]).contains("phone\t"))
        _ = try await phone.wallet(["edit", "bank", "--password-file", "-"], input: "two")
        try await until { try await desk.password(of: "bank") == "two" }
        let statuses = try await [desk, phone].asyncMap {
            try await $0.wallet(["sync", "check", "--json"])
        }
        #expect(statuses.allSatisfy { $0.contains(#""items" : 1"#) })
        for command in ["status", "now"] {
            #expect(try await desk.wallet(["sync", command, "--json"]).contains(#""clocks" : ["#))
        }
    }

    @Test("Programs learn what leaving, setting up, inviting and joining have done")
    func documents() async throws {
        for machine in [phone, desk] {
            let left = try await machine.document(["sync", "leave", "--yes"])
            #expect(left["state"] as? String == "off")
        }
        let other = try TemporaryFolder()
        let begun = try await desk.document(
            ["sync", "set-up", "folder", other.path, "--name", "desk"])
        #expect(begun["place"] as? String == other.path)
        let code = try await desk.document(["sync", "invite"])["code"] as? String
        try phone.home.folder.write(try #require(code), to: "again", permissions: 0o600)
        let joined = try await phone.document(
            [
                "sync", "join", "--code-file", phone.home.path("again"), "--name", "phone",
                "--passphrase-file", phone.home.path("passphrase"),
            ])
        #expect(joined["place"] as? String == other.path)
        #expect(["waiting", "in-step"].contains(joined["state"] as? String))
    }

    @Test("Where sync is off, leaving says so and asks nothing; no name is no place")
    func off() async throws {
        for machine in [phone, desk] { _ = try await machine.wallet(["sync", "leave", "--yes"]) }
        let off = try await desk.result(["sync", "leave", "--no-input"])
        #expect(off.status == 1)
        #expect(off.errors.contains("This vault is not synchronised."))
        let nowhere = try await desk.result(["sync", "remove-vault", "", "--yes"])
        #expect(nowhere.status == 64)
        #expect(nowhere.errors.contains("Name the folder or the server."))
    }

    @Test("Locked, a machine says so and exchanges nothing")
    func locked() async throws {
        _ = try await phone.wallet(["lock"])
        #expect(try await phone.syncState() == "locked 0")
        #expect(try await phone.status(["sync", "now", "--no-input"]) == 64)
    }

    @Test("A new key comes to both machines, unlocked; then one is taken out with another one")
    func newKeys() async throws {
        let passphrase = ["--passphrase-file", desk.home.path("passphrase")]
        let code = desk.home.path("recovery.txt")
        let rekeyed = try await desk.result(
            ["vault", "rekey", "--yes", "--recovery-code", code] + passphrase)
        try #require(rekeyed.status == 0, "\(rekeyed.errors)")
        #expect(rekeyed.errors.contains("All machines that keep the vault get the new key"))
        #expect(rekeyed.errors.contains("the other machines take it"))
        #expect(try String(contentsOfFile: code, encoding: .utf8).count > 30)
        _ = try await desk.wallet(["edit", "bank", "--password-file", "-"], input: "two")
        try await until {
            _ = try await phone.wallet(["sync", "now"])
            return try await phone.password(of: "bank") == "two"
        }
        for machine in [desk, phone] {
            let found = try await machine.wallet(["sync", "check", "--json"])
            #expect(found.contains(#""items" : 1"#))
            let check = try await machine.result(
                ["vault", "check", "--passphrase-file", machine.home.path("passphrase")])
            #expect(check.status == 0, "\(check.errors)")
        }

        let both = try await desk.result(
            ["sync", "remove", "phone", "--new-key", "--keep-key"])
        #expect(both.status == 64)
        let wrong = try await desk.result(
            ["sync", "remove", "phone", "--new-key", "--yes", "--passphrase-file", code])
        #expect(wrong.status != 0)
        #expect(try await desk.wallet(["sync", "devices", "--plain"]).contains("phone\t"))
        let unasked = try await desk.result(
            ["sync", "remove", "phone", "--new-key", "--yes"] + passphrase)
        #expect(unasked.status != 0)
        #expect(unasked.errors.contains("--keep-passphrase"))
        #expect(try await desk.wallet(["sync", "devices", "--plain"]).contains("phone\t"))
        let new = desk.home.path("new-passphrase")
        try "seven new words for the same vault\n".write(
            toFile: new, atomically: true, encoding: .utf8)
        let removed = try await desk.result(
            ["sync", "remove", "phone", "--new-key", "--yes", "--new-passphrase-file", new]
                + passphrase)
        #expect(removed.status == 0, "\(removed.errors)")
        #expect(removed.errors.contains("The vault has a new key"))
        for (file, opens) in [(passphrase[1], false), (new, true)] {
            let check = try await desk.result(["vault", "check", "--passphrase-file", file])
            #expect((check.status == 0) == opens, "\(check.errors)")
        }
        #expect(try await desk.password(of: "bank") == "two")
        #expect(try await desk.wallet(["sync", "check", "--json"]).contains("\"items\" : 1"))
    }

    @Test("A machine is taken out by its name, hears of it, and comes back by a new code")
    func removal() async throws {
        _ = try await desk.wallet(["sync", "now"])
        _ = try await phone.wallet(["sync", "now"])
        let unknown = try await desk.result(["sync", "remove", "tablet", "--yes"])
        #expect(unknown.status == 1)
        #expect(unknown.errors.contains("is called \"tablet\""))
        let own = try await desk.result(["sync", "remove", "desk", "--yes"])
        #expect(own.status == 1)
        #expect(own.errors.contains("wallet sync leave"))
        let unasked = try await desk.result(["sync", "remove", "phone", "--no-input"])
        #expect(unasked.status != 0)
        #expect(try await desk.wallet(["sync", "devices", "--plain"]).contains("phone\t"))

        let fingerprint = try await desk.wallet(["sync", "devices", "--plain"])
            .split(separator: "\n").first { $0.hasPrefix("phone\t") }?.split(separator: "\t")[1]
        let start = String(try #require(fingerprint).prefix(8))
        let removed = try await desk.result(["sync", "remove", start, "--yes", "--json"])
        #expect(removed.status == 0)
        #expect(removed.output.contains(#""name" : "phone""#))
        #expect(removed.errors.contains("still has what it had"))
        #expect(try await desk.wallet(["sync", "devices", "--plain"]).contains("phone") == false)
        try await until {
            try await phone.syncState() == "taken-out 1"
        }
        let now = try await phone.result(["sync", "now"])
        #expect(now.status == 1)
        #expect(now.errors.contains("\"desk\" removed this machine from sync"))
        _ = try await phone.wallet(["edit", "bank", "--password-file", "-"], input: "two")
        #expect(try await phone.status(["sync", "now"]) == 1)
        _ = try await desk.wallet(["sync", "now"])
        #expect(try await desk.password(of: "bank") == "one")

        let code = try await desk.wallet(["sync", "invite"])
        try phone.home.folder.write(code, to: "code", permissions: 0o600)
        _ = try await phone.wallet(
            [
                "sync", "join", "--code-file", phone.home.path("code"), "--name", "phone",
                "--passphrase-file", phone.home.path("passphrase"),
            ])
        try await until {
            _ = try await desk.wallet(["sync", "now"])
            return try await phone.syncState() == "in-step 0"
        }
        _ = try await phone.wallet(["sync", "now"])
        _ = try await desk.wallet(["sync", "now"])
        // What was changed meanwhile is later, and was not lost.
        #expect(try await desk.password(of: "bank") == "two")
    }

    @Test(
        "An item that was deleted while it was changed is kept, or deleted again",
        arguments: [true, false])
    func back(isKept: Bool) async throws {
        // While the folder is away nothing is exchanged, so neither knows of the other's change.
        let away = folder.path + "-away"
        for machine in [desk, phone] { _ = try await machine.wallet(["sync", "now"]) }
        try FileManager.default.moveItem(atPath: folder.path, toPath: away)
        _ = try await desk.wallet(["remove", "bank", "--yes"])
        _ = try await phone.wallet(["edit", "bank", "--password-file", "-"], input: "two")
        try FileManager.default.moveItem(atPath: away, toPath: folder.path)
        for machine in [desk, phone, desk] { _ = try await machine.wallet(["sync", "now"]) }

        #expect(try await desk.wallet(["sync", "conflicts", "--plain"]).hasPrefix("bank\tback\t"))
        #expect(try await desk.wallet(["sync", "conflicts"]).contains("back after it was deleted"))
        let machine = try await desk.result(["sync", "conflicts", "bank", "--keep", "phone"])
        #expect(machine.status == 1)
        #expect(machine.errors.contains("--keep-item, or delete it again with --delete"))
        let both = try await desk.result(
            ["sync", "conflicts", "bank", "--keep-item", "--delete"])
        #expect(both.status == 64)
        let option = isKept ? "--keep-item" : "--delete"
        #expect(try await desk.status(["sync", "conflicts", option]) == 64)
        let decided = try await desk.wallet(["sync", "conflicts", "bank", option, "--json"])
        #expect(decided.contains("\"outcome\" : \"\(isKept ? "kept" : "deleted")\""))
        _ = try await phone.wallet(["sync", "now"])
        for machine in [desk, phone] {
            #expect(try await machine.wallet(["sync", "conflicts", "--plain"]) == "")
            let trash = try await machine.wallet(["list", "--trash", "--plain"])
            #expect(trash.contains("bank") == !isKept)
        }
        if isKept {
            #expect(try await desk.password(of: "bank") == "two")
            let over = try await desk.result(["sync", "conflicts", "bank", option])
            #expect(over.status == 1)
            #expect(over.errors.contains("There is no such conflict any more."))
        }
    }

    @Test("A removal is repeated by the same name, and gives the key that was not asked for before")
    func repeatedRemoval() async throws {
        _ = try await desk.wallet(["sync", "now"])
        func remove(_ option: String) async throws -> Program.Result {
            try await desk.result(
                ["sync", "remove", "phone", option, "--keep-passphrase", "--yes", "--json"]
                    + ["--passphrase-file", desk.home.path("passphrase")])
        }
        let first = try await remove("--keep-key")
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.output.contains("\"before\" : false"))
        let again = try await remove("--keep-key")
        #expect(again.status == 0, "\(again.errors)")
        #expect(again.output.contains("\"before\" : true"))
        #expect(again.errors.contains("was taken out before; nothing was left"))
        #expect(again.errors.contains("still has what it had"))
        let key = try await remove("--new-key")
        #expect(key.errors.contains("was taken out before; what was left"), "\(key.errors)")
        #expect(key.errors.contains("The vault has a new key"))
        #expect(key.errors.contains("may know it"))
        let last = try await remove("--new-key")
        #expect(last.status == 0, "\(last.errors)")
        #expect(last.errors.contains("The vault has another key by now"))
        #expect(!last.errors.contains("The vault has a new key"))
        #expect(try await desk.password(of: "bank") == "one")
    }

    @Test("When both machines are lost, a third one has every item by the recovery sheet")
    func recovery() async throws {
        let asking = ["--yes", "--passphrase-file", desk.home.path("passphrase")]
        let piped = try await desk.result(["sync", "recovery-sheet"] + asking)
        #expect(piped.status != 0)
        #expect(piped.errors.contains("no terminal"))
        let file = desk.home.path("sheet.txt")
        let made = try await desk.result(["sync", "recovery-sheet", file, "--json"] + asking)
        try #require(made.status == 0, "\(made.errors)")
        #expect(made.output.contains("sheet.txt") && made.output.contains(folder.path))
        #expect(!made.output.contains("wallet-recovery:"))
        #expect(!made.errors.contains("wallet-recovery:"))
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let sheet = try #require(desk.home.folder.text(of: "sheet.txt"))
        #expect(sheet.contains(folder.path))
        // A picture of the same text, in ink as on paper.
        let read = try await CodeReader.texts(inTerminal: sheet)
        let text = sheet.split(separator: "\n\n").first { $0.hasPrefix("wallet-recovery:") }
        #expect(read == [String(try #require(text).filter { !$0.isNewline })])
        _ = try await phone.wallet(["edit", "bank", "--password-file", "-"], input: "two")
        _ = try await phone.wallet(["sync", "now"])

        let third = SyncMachine(home: try AgentHome())
        try third.home.folder.write("a new passphrase, of words\n", to: "new", permissions: 0o600)
        let join = try await third.result(
            [
                "sync", "join", "--recovery", "-", "--name", "third", "--new-passphrase-file",
                third.home.path("new"),
            ], input: sheet)
        try #require(join.status == 0, "\(join.errors)")
        #expect(try await third.password(of: "bank") == "two")
        // Its agent may exchange changes at this moment.
        try await until {
            try await third.syncState() == "in-step 0"
        }
        _ = try await third.wallet(["lock"])
        _ = try await third.wallet(["unlock", "--passphrase-file", third.home.path("new")])
        _ = try await third.wallet(["edit", "bank", "--password-file", "-"], input: "three")
        _ = try await third.wallet(["sync", "now"])
        _ = try await desk.wallet(["sync", "now"])
        #expect(try await desk.password(of: "bank") == "three")
    }

    /// A machine that has used a recovery sheet, with a passphrase of its own.
    private func recovered(
        _ name: String, by sheet: String, _ passphrase: String
    ) async throws -> SyncMachine {
        let machine = SyncMachine(home: try AgentHome())
        try machine.home.folder.write("\(passphrase)\n", to: "passphrase", permissions: 0o600)
        let join = ["sync", "join", "--recovery", "-", "--name", name, "--yes"]
        let new = ["--new-passphrase-file", machine.home.path("passphrase")]
        _ = try await machine.wallet(join + new, input: sheet)
        return machine
    }

    @Test("A passphrase that another machine replaced is wrong, and the command says since when")
    func replacedPassphrase() async throws {
        let file = desk.home.path("sheet.txt")
        let passphrase = ["--yes", "--passphrase-file", desk.home.path("passphrase")]
        _ = try await desk.wallet(["sync", "recovery-sheet", file] + passphrase)
        let sheet = try #require(desk.home.folder.text(of: "sheet.txt"))
        let first = try await recovered("cellar", by: sheet, "five words of the first one")
        let second = try await recovered("loft", by: sheet, "five others of the second one")
        // Its agent may hear of it before anybody asks.
        try await until("the first one hears of the passphrase") {
            _ = try await first.result(["sync", "now"])
            return try await first.result(["sync", "status", "--json"]).output
                .contains(#""passphraseChanged" : ""#)
        }
        _ = try await first.wallet(["lock"])

        let own = ["--passphrase-file", second.home.path("passphrase")]
        let list = try await second.document(["vault", "slots", "list"] + own)
        let slots = try #require(list["slots"] as? [[String: Any]])
        let times = slots.filter { $0["kind"] as? String == "passphrase" }
            .compactMap { $0["created"] as? String }
        #expect(times.count == 1)
        let time = try #require(times.first).prefix(16).replacing("T", with: " ")
        let wrong = try await first.result(
            ["unlock", "--passphrase-file", first.home.path("passphrase")])
        #expect(wrong.status == 77)
        // Long lines are wrapped.
        let said = wrong.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            said.contains(
                """
                The passphrase is wrong. It was last set at \(time) (UTC), here or on another machine.
                """), "\(wrong.errors)")
        #expect(!said.contains("loft"))
        _ = try await first.wallet(["unlock"] + own)
        #expect(try await first.password(of: "bank") == "one")
    }
}

extension Sequence {
    fileprivate func asyncMap<Result>(
        _ body: (Element) async throws -> Result
    ) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await body(element)) }
        return results
    }
}
