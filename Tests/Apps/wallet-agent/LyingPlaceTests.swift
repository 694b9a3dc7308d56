import Foundation
import TenonSecurity
import TestSupport
import Testing

@Suite("What machines say of a place that lies, and how they come into step again", .serialized)
struct LyingPlaceTests {
    /// What the machine says that is lied to.
    enum Said {
        /// Nothing, and everything arrives.
        case nothing
        /// Nothing, and nothing arrives, as from a machine that is off.
        case silence
        /// A change of the other machine has not arrived.
        case waits
        /// What is wrong with the log of the other machine, and what to do.
        case wrong(String, way: String)

        /// The exit status of `sync now`, `sync check` and `sync status`.
        var status: Int32 {
            switch self {
            case .nothing, .silence: 0
            case .waits: 75
            case .wrong: 1
            }
        }

        /// The state of sync, with the exit status.
        var state: String {
            switch self {
            case .nothing, .silence: "in-step 0"
            case .waits: "behind 75"
            case .wrong: "attention 1"
            }
        }

        static let altered = Said.wrong(
            "It is not whole, or was changed, or was not made by this device.",
            way: "check who has write access to the shared folder or server")
        static let damaged = Said.wrong(
            "It is incomplete, or is not a commit.", way: "wait until that is done")
        static let foreign = Said.wrong(
            "It belongs to another vault or to another place.",
            way: "Check who has write access to the shared folder or server")
        static let missing = Said.wrong(
            "The server does not have one of its changes, which other machines got from there.",
            way: "Ask the operator of the server")
        static let less = Said.wrong(
            "The log of its changes is shorter than before.",
            way: "Synchronise that machine, which sends what is missing again")
    }

    /// A lie about the log of the desk, which has three new commits at least.
    struct Lie: Sendable {
        let name: String
        /// Whether the phone had the new commits before.
        var isKnown = false
        let folder: Said
        let server: Said
        /// Where the desk makes it good by itself; elsewhere the lie ends.
        var isMended: [LyingPlace.Kind] = []
        let tell: @Sendable (inout LyingPlace.Log, _ new: [Int], LyingPlace.Kind) -> Void
    }

    private static let lies: [Lie] = [
        Lie(name: "changed", folder: .altered, server: .altered, isMended: [.folder]) {
            log, new, _ in
            guard let count = log.commits[new[1]]?.count else { return }
            log.commits[new[1]]?[count / 2] ^= 1
        },
        Lie(name: "invented", folder: .altered, server: .altered) { log, new, _ in
            guard let last = new.last, var commit = log.commits[last] else { return }
            let hash = commit.withUnsafeBytes { SecretHash.sha256(of: $0) }
            // Its number, and the hash of the one before it.
            let number = withUnsafeBytes(of: UInt64(last + 1).bigEndian) { Array($0) }
            commit.replaceSubrange(36..<76, with: number + hash)
            log.commits[last + 1] = commit
        },
        Lie(name: "dropped", folder: .waits, server: .missing) { log, new, _ in
            log.commits[new[1]] = nil
        },
        Lie(name: "swapped", folder: .foreign, server: .missing, isMended: [.folder]) {
            log, new, _ in
            let pair = new.suffix(2)
            guard let first = pair.first, let last = pair.last else { return }
            (log.commits[first], log.commits[last]) = (log.commits[last], log.commits[first])
        },
        Lie(name: "replayed", folder: .foreign, server: .foreign, isMended: [.folder]) {
            log, new, _ in
            log.commits[new[1]] = log.commits[new[0]]
        },
        Lie(name: "cut", folder: .damaged, server: .damaged, isMended: [.folder]) { log, new, _ in
            log.commits[new[1]] = log.commits[new[1]].map { Array($0.prefix(100)) }
        },
        Lie(name: "emptied", folder: .damaged, server: .damaged, isMended: [.folder]) {
            log, new, _ in
            log.commits[new[1]] = []
        },
        Lie(name: "numbered", folder: .nothing, server: .missing) { log, _, kind in
            switch kind {
            case .folder: log.commits[log.end + 50] = [UInt8](repeating: 7, count: 500)
            case .server: log.claimedEnd = log.end + 1_000
            }
        },
        Lie(name: "withheld", folder: .silence, server: .silence) { log, new, _ in
            for number in new { log.commits[number] = nil }
        },
        // The last one: whoever has met it may put a snapshot there, and take away what that stands for.
        Lie(
            name: "older", isKnown: true, folder: .less, server: .less,
            isMended: LyingPlace.Kind.allCases
        ) { log, new, _ in
            for number in new.dropFirst() { log.commits[number] = nil }
        },
    ]

    /// Two machines that are in step by a place.
    private struct Pair {
        let place: LyingPlace
        let desk: SyncMachine
        let phone: SyncMachine
        /// The name of the log of the desk.
        private let deskID: String

        init(_ kind: LyingPlace.Kind) async throws {
            place = try LyingPlace(kind)
            desk = SyncMachine(home: try await .make())
            phone = SyncMachine(home: try AgentHome())
            try await desk.unlock()
            try await desk.add("bank")
            _ = try await desk.wallet(["sync", "set-up"] + place.arguments + ["--name", "desk"])
            let line = try #require(try await desk.deviceLine("desk"))
            deskID = String(line.split(separator: "\t")[1])
            try await join()
            try await settle()
        }

        /// Lets the phone in.
        func join() async throws {
            let code = try await desk.wallet(["sync", "invite"])
            try phone.home.folder.write(code, to: "code", permissions: 0o600)
            _ = try await phone.wallet([
                "sync", "join", "--code-file", phone.home.path("code"), "--name", "phone",
                "--passphrase-file", phone.home.path("passphrase"),
            ])
            try await until("the phone is let in") {
                _ = try await desk.result(["sync", "now"])
                return try await phone.syncState() == "in-step 0"
            }
        }

        /// Exchanges until both have the same, and say so.
        func settle() async throws {
            for machine in [desk, phone, desk, phone] {
                _ = try await machine.result(["sync", "now"])
            }
            for machine in [desk, phone] {
                try await until("a machine is in step") {
                    try await machine.syncState() == "in-step 0"
                } instead: {
                    let (status, now) = (
                        try await machine.result(["sync", "status"]),
                        try await machine.result(["sync", "now"])
                    )
                    return status.output + now.errors
                }
                try await until("a check finds nothing") {
                    try await machine.status(["sync", "check"]) == 0
                }
            }
            try await until("both have the same fingerprint") {
                try await desk.fingerprint() == phone.fingerprint()
            }
        }

        /// The log of the desk, as the place has it.
        func log() throws -> LyingPlace.Log { try place.log(of: deskID) }

        func show(_ log: LyingPlace.Log) throws { try place.show(log, of: deskID) }
    }

    @Test(
        "It is said, nothing is lost, and once the lie is over all is in step",
        arguments: LyingPlace.Kind.allCases)
    func told(_ kind: LyingPlace.Kind) async throws {
        let pair = try await Pair(kind)
        var titles = ["bank"]
        for lie in Self.lies {
            let (desk, phone) = (pair.desk, pair.phone)
            let heard = try await phone.deviceLine("desk")
            _ = try await phone.wallet(["lock"])
            let before = try pair.log()
            let added = (0..<3).map { "\(lie.name) \($0)" }
            for title in added {
                try await desk.add(title)
                _ = try await desk.wallet(["sync", "now"])
            }
            if lie.isKnown {
                try await phone.unlock()
                _ = try await phone.wallet(["sync", "now"])
                titles += added
                _ = try await phone.wallet(["lock"])
            }
            // Whoever is locked makes nothing good.
            _ = try await desk.wallet(["lock"])
            let truth = try pair.log()
            let new = truth.commits.keys.filter { $0 > before.end }.sorted()
            try #require(new.count >= 3, "\(lie.name)")
            var told = truth
            lie.tell(&told, new, kind)
            try pair.show(told)

            try await phone.unlock()
            let own = "\(lie.name) phone"
            try await phone.add(own)
            titles.append(own)
            let said = kind == .folder ? lie.folder : lie.server
            try await expect(said, of: phone, about: new[1], lie.name)
            #expect(try await phone.lacking(titles) == [], "\(lie.name)")
            switch said {
            case .nothing: #expect(try await phone.lacking(added) == [], "\(lie.name)")
            case .silence:
                #expect(try await phone.lacking(added) == added, "\(lie.name)")
                #expect(try await phone.deviceLine("desk") == heard, "\(lie.name)")
            case .waits, .wrong: break
            }

            if !lie.isMended.contains(kind) { try pair.show(truth) }
            try await desk.unlock()
            let first = try await desk.result(["sync", "now"])
            // A server is asked about once that has less than it was given.
            if kind == .folder { #expect(first.status == 0, "\(lie.name): \(first.errors)") }
            try await pair.settle()
            titles += lie.isKnown ? [] : added
            for machine in [desk, phone] {
                #expect(try await machine.lacking(titles) == [], "\(lie.name)")
            }
            #expect(try await desk.password(of: own) == "secret of \(own)")
            #expect(try await phone.password(of: added[1]) == "secret of \(added[1])")
            guard !lie.isKnown else { continue }
            let kept = try pair.log().commits.filter { truth.commits[$0.key] != nil }
            #expect(kept == truth.commits, "\(lie.name)")
        }
    }

    /// What a machine says, in each form.
    private func expect(
        _ said: Said, of machine: SyncMachine, about number: Int, _ lie: String
    ) async throws {
        let now = try await machine.result(["sync", "now"])
        let check = try await machine.result(["sync", "check"])
        let document = try await machine.parsed(["sync", "now"])
        #expect(now.status == said.status, "\(lie)")
        #expect(check.status == said.status, "\(lie)")
        try await until(lie) {
            try await machine.syncState() == said.state
        } instead: {
            try await machine.result(["sync", "status"]).output
        }
        let status = try await machine.parsed(["sync", "status"])
        let problems = document["problems"] as? [[String: Any]] ?? []
        let missing = [document, status].compactMap { $0["missing"] as? [[String: Any]] }
        switch said {
        case .nothing, .silence:
            #expect(problems.isEmpty, "\(lie)")
            #expect((status["problem"] as? String) == nil, "\(lie)")
            #expect(missing.allSatisfy { $0.isEmpty }, "\(lie)")
        case .waits:
            #expect(problems.isEmpty, "\(lie)")
            #expect(missing.count == 2, "\(lie)")
            for found in missing {
                #expect(found.map { $0["device"] as? String } == ["desk"], "\(lie)")
                #expect(found.map { $0["change"] as? Int } == [number], "\(lie)")
            }
            for text in [now.errors, check.errors] {
                #expect(text.contains("Waiting for change \(number) of desk since"), "\(lie)")
            }
        case .wrong(let words, let way):
            #expect(problems.map { $0["subject"] as? String } == ["desk"], "\(lie)")
            #expect(problems.map { $0["message"] as? String } == [words], "\(lie)")
            #expect((status["problem"] as? String) == "desk: \(words)", "\(lie)")
            #expect((status["remedy"] as? String)?.contains(way) == true, "\(lie)")
            for errors in [now.errors, check.errors] {
                // Long lines are wrapped.
                let text = errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                #expect(text.contains("desk: \(words)") && text.contains(way), "\(lie)")
            }
        }
    }

    @Test(
        "Machines that were shown different data say so when they meet, and one joins again",
        arguments: LyingPlace.Kind.allCases)
    func fork(_ kind: LyingPlace.Kind) async throws {
        let pair = try await Pair(kind)
        let (desk, phone) = (pair.desk, pair.phone)
        let before = try pair.log()
        _ = try await phone.wallet(["lock"])
        // Only a machine itself can sign two commits of one number: it was copied.
        _ = try await desk.wallet(["agent", "stop"])
        let copy = SyncMachine(home: try AgentHome())
        let paths = [desk.home.path("home"), copy.home.path("home")]
        #expect(try await Program(path: "/bin/cp").run(["-a"] + paths).status == 0)
        try await copy.unlock()
        try await copy.add("left")
        _ = try await copy.wallet(["sync", "now"])
        let left = try pair.log()
        _ = try await copy.wallet(["agent", "stop"])
        #expect(left.end > before.end)

        try pair.show(before)
        try await desk.unlock()
        var rights: [String] = []
        repeat {
            rights.append("right \(rights.count)")
            try await desk.add(rights[rights.count - 1])
            _ = try await desk.wallet(["sync", "now"])
        } while try pair.log().end <= left.end
        let right = try pair.log()
        _ = try await desk.wallet(["lock"])

        // The phone is shown the one, and the desk has the other.
        try pair.show(left)
        try await phone.unlock()
        _ = try await phone.wallet(["sync", "now"])
        #expect(try await phone.lacking(["left"]) == [])
        try await phone.add("crossing")
        _ = try await phone.wallet(["sync", "now"])
        try await until { try await phone.syncState() == "in-step 0" }
        let fingerprint = try await phone.fingerprint()
        _ = try await phone.wallet(["lock"])

        try pair.show(right)
        let words = "Devices were shown different data with the same number."
        for (machine, other) in [(desk, "phone"), (phone, "desk")] {
            try await machine.unlock()
            let now = try await machine.result(["sync", "now"])
            #expect(now.status == 1)
            #expect(now.errors.contains("\(other): \(words)"), "\(now.errors)")
            #expect(now.errors.contains("wallet sync leave"))
            #expect(try await machine.status(["sync", "check"]) == 1)
            try await until { try await machine.syncState() == "attention 1" }
            let status = try await machine.parsed(["sync", "status"])
            #expect(status["problem"] as? String == "\(other): \(words)")
        }
        let seen = try await desk.fingerprint()
        #expect(seen != fingerprint, "That is what people compare by eye")

        // What is on the phone came from the copy as well: it is the one that joins again.
        _ = try await phone.result(["sync", "leave", "--yes"])
        #expect(try await phone.syncState() == "off 0")
        _ = try await desk.wallet(["sync", "remove", "phone", "--yes"])
        try await until { try await desk.syncState() == "in-step 0" }
        try await pair.join()
        try await pair.settle()
        for machine in [desk, phone] {
            #expect(try await machine.lacking(["bank", "left", "crossing"] + rights) == [])
        }
        #expect(try await desk.password(of: "crossing") == "secret of crossing")
    }
}

extension SyncMachine {
    /// Adds a login with a password of its own.
    fileprivate func add(_ title: String) async throws {
        let add = ["add", "login", "--title", title, "--password-file", "-"]
        _ = try await wallet(add, input: "secret of \(title)")
    }

    /// Those of some titles that no item has.
    fileprivate func lacking(_ titles: [String]) async throws -> [String] {
        let list = try await wallet(["list", "--plain"])
        return titles.filter { !list.contains($0) }
    }

    /// What is told of a machine: its name, its whole fingerprint, how much of it is here, and since when.
    fileprivate func deviceLine(_ name: String) async throws -> String? {
        try await wallet(["sync", "devices", "--plain"]).split(separator: "\n")
            .first { $0.hasPrefix("\(name)\t") }.map(String.init)
    }

    /// What a command writes as JSON, whatever its exit status.
    fileprivate func parsed(_ arguments: [String]) async throws -> [String: Any] {
        let result = try await result(arguments + ["--json"])
        let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        return try #require(document as? [String: Any], "\(result.errors)")
    }

    /// What people compare by eye.
    fileprivate func fingerprint() async throws -> String? {
        try await parsed(["sync", "status"])["fingerprint"] as? String
    }
}
