import Foundation
import LogindTestSupport
import TestSupport
import Testing
import WalletAgentLink

@Suite("wallet-agent and the programs that use it", .serialized)
struct AgentProgramTests {
    @Test("one unlock serves all programs, and one lock locks them")
    func oneUnlock() async throws {
        let home = try await AgentHome.make()
        let refused = try await home.run("wallet", "list", "--no-input")
        #expect(refused.status == 64)
        let unlocked = try await home.run(
            "wallet", "unlock", "--passphrase-file", home.path("passphrase"))
        #expect(unlocked.status == 0, "\(unlocked.errors)")
        for program in ["wallet", "wallet-headless"] {
            let listed = try await home.run(program, "list", "--plain")
            #expect(listed.status == 0, "\(listed.errors)")
        }
        let status = try await home.run("wallet", "agent", "status", "--plain")
        #expect(status.output.hasPrefix("\(home.path("home"))/vault.db\tunlocked\t"))
        #expect(try await home.run("wallet-headless", "lock").status == 0)
        #expect(try await home.run("wallet", "list", "--no-input").status == 64)
    }

    @Test("files are attached and read through it, piece by piece")
    func attachments() async throws {
        let home = try await AgentHome.make()
        try await home.require("wallet", "unlock", "--passphrase-file", home.path("passphrase"))
        let content = String(repeating: "0123456789abcdef", count: 200_000)
        try await home.require("wallet", "add", "note", "--title", "Scans", "--no-input")
        let added = try await home.run(
            "wallet", "attachment", "add", "Scans", "-", "--name", "scan.txt", "--no-input",
            input: content)
        #expect(added.status == 0, "\(added.errors)")
        let read = try await home.run(
            "wallet", "attachment", "get", "Scans", "scan.txt", "--output", "-", "--no-input")
        #expect(read.output == content)
        let check = try await home.run(
            "wallet", "vault", "check", "--passphrase-file", home.path("passphrase"))
        #expect(check.status == 0, "\(check.errors)")
    }

    @Test("many programs that start at once start one agent")
    func oneAgent() async throws {
        let home = try await AgentHome.make()
        #expect(try await home.run("wallet", "agent", "stop").status == 0)
        try await withThrowingTaskGroup(of: Int32.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let result = try await home.run(
                        "wallet", "unlock", "--passphrase-file", home.path("passphrase"))
                    return result.status
                }
            }
            for try await status in group { #expect(status == 0) }
        }
        #expect(home.log.components(separatedBy: ": serving").count == 3, "\(home.log)")
    }

    @Test("its crash leaves no report, in which memory would lie", arguments: [SIGILL, SIGSEGV])
    func crash(signal: Int32) async throws {
        let home = try await AgentHome.make()
        let process = try await home.agent()
        let before = home.log
        #expect(kill(process, signal) == 0)
        try await until { kill(process, 0) != 0 }
        #expect(home.log == before)
    }

    @Test("it outlives what started it, with no descriptor and no folder of it")
    func detached() async throws {
        let home = try await AgentHome.make()
        let process = try await home.agent()
        let folder = "/proc/\(process)"
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/cwd") == "/")
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/fd")
            .compactMap { name in
                try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/fd/\(name)")
            }
        #expect(descriptors.filter { $0 == "/dev/null" }.count == 2, "\(descriptors)")
        #expect(
            !descriptors.contains { $0.contains("tenon-test") && !$0.hasPrefix(home.folder.path) })
        let environment = try String(contentsOfFile: "\(folder)/environ", encoding: .utf8)
        #expect(!environment.contains("WALLET_PASSPHRASE_FILE"))
        let session = try String(contentsOfFile: "\(folder)/stat", encoding: .utf8)
            .split(separator: ")").last?.split(separator: " ")
        #expect(session?[3] == "\(process)")
    }

    @Test("its memory is out of reach of core dumps")
    func limits() async throws {
        let home = try await AgentHome.make()
        let process = try await home.agent()
        let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
        let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
        #expect(core?.split(separator: " ").dropFirst(4).prefix(2) == ["0", "0"])
    }

    @Test(
        "a signal to end locks, removes the socket and is a success", arguments: [SIGTERM, SIGINT])
    func signals(number: Int32) async throws {
        let home = try AgentHome()
        // Whoever runs the tests may ignore the signal, and programs inherit that.
        let agent = Task { try await home.serve(by: ["env", "--default-signal=INT,TERM"]) }
        try await until { (try? home.place().connect()) != nil }
        try await home.require("wallet", "init", "--passphrase-file", home.path("passphrase"))
        #expect(kill(try await home.agent(), number) == 0)
        let result = try await agent.value
        #expect(result.status == 0)
        #expect(result.errors.hasSuffix(": ended\n"))
        #expect(!FileManager.default.fileExists(atPath: try home.place().socket))
    }

    @Test("a killed agent leaves no key, and the next program starts another")
    func killed() async throws {
        let home = try await AgentHome.make()
        try await home.require("wallet", "unlock", "--passphrase-file", home.path("passphrase"))
        let process = try await home.agent()
        #expect(kill(process, SIGKILL) == 0)
        try await until { (try? home.place().connect()) == nil }
        #expect(try await home.run("wallet", "list", "--no-input").status == 64)
        let unlocked = try await home.run(
            "wallet", "unlock", "--passphrase-file", home.path("passphrase"))
        #expect(unlocked.status == 0, "\(unlocked.errors)")
        #expect(try await home.agent() != process)
    }

    @Test("a second agent leaves the first alone")
    func second() async throws {
        let home = try await AgentHome.make()
        let process = try await home.agent()
        let second = try await home.serve(by: ["env"])
        #expect(second.status == 0)
        #expect(second.errors.contains("another agent serves"))
        #expect(try await home.agent() == process)
    }

    @Test("a place that is open to others is refused by agent and programs")
    func unsafePlace() async throws {
        let home = try AgentHome()
        let folder = try home.place().folder
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755])
        #expect(chmod(folder, 0o755) == 0)
        let agent = try await home.serve(by: ["env"])
        #expect(agent.status == 69)
        #expect(agent.errors.contains("\(folder) belongs to another user, or is open to others"))
        let program = try await home.run(
            "wallet", "init", "--passphrase-file", home.path("passphrase"))
        #expect(program.status == 69)
        #expect(program.errors.contains(folder))
    }

    @Test("switched off, a program opens the vault itself and starts nothing")
    func off() async throws {
        let home = try AgentHome()
        let result = try await home.run(
            "wallet", "init", "--agent", "off", "--passphrase-file", home.path("passphrase"))
        #expect(result.status == 0)
        let unlock = try await home.run(
            "wallet", "unlock", "--agent", "off", "--passphrase-file", home.path("passphrase"))
        #expect(unlock.status == 69)
        let status = try await home.run("wallet", "agent", "status")
        #expect(status.status == 1)
        #expect(try await home.run("wallet", "agent", "stop").status == 0)
    }

    @Test("a front end and commands share the vault, and its screen locks with it")
    func frontEnd() async throws {
        let home = try await AgentHome.make()
        try await home.require("wallet", "unlock", "--passphrase-file", home.path("passphrase"))
        let screen = try await home.run("wallet-headless", input: "")
        #expect(screen.status == 0)
        #expect(!screen.output.contains("\"unlock\""))
        // What ends leaves the vault open for the others.
        #expect(try await home.run("wallet", "list", "--no-input").status == 0)
        try await home.require("wallet", "lock")
        let locked = try await home.run("wallet-headless", input: "")
        #expect(locked.output.contains("unlock"))
    }

    @Test("the vault locks before the machine sleeps, and with the session")
    func machineEvents() async throws {
        let bus = try PrivateBus()
        let logind = FakeLogind(on: bus.address)
        let home = try await AgentHome.make(systemBus: bus.address)
        try await until { logind.heldDelays == 1 }
        for event in [
            { logind.prepareForSleep(true) }, { logind.lock(FakeLogind.ownSession) },
            { logind.setLockedHint(FakeLogind.ownSession) },
        ] {
            let unlocked = try await home.run(
                "wallet", "unlock", "--passphrase-file", home.path("passphrase"))
            #expect(unlocked.status == 0, "\(unlocked.errors)")
            event()
            try await until {
                try await home.run("wallet", "list", "--no-input").status == 64
            }
        }
        #expect(home.log.contains("locking before sleep"))
        logind.stop()
    }

    @Test("systemd's socket is taken over, and left to systemd at the end")
    func socketActivation() async throws {
        let home = try AgentHome()
        let place = try home.place()
        let variables = home.environment.merging(Program.patience) { $1 }
            .map { "--setenv=\($0.key)=\($0.value)" }
        let activation = Task {
            try await home.serve(
                by: ["systemd-socket-activate", "--listen=\(place.socket)"] + variables)
        }
        try place.prepareFolder()
        try await until { FileManager.default.fileExists(atPath: place.socket) }
        #expect(chmod(place.socket, 0o600) == 0)
        let made = try await home.run(
            "wallet", "init", "--passphrase-file", home.path("passphrase"))
        #expect(made.status == 0, "\(made.errors)")
        #expect(try await home.run("wallet", "list", "--no-input").status == 0)
        #expect(try await home.run("wallet", "agent", "stop").status == 0)
        let result = try await activation.value
        #expect(result.status == 0, "\(result.errors)")
        #expect(FileManager.default.fileExists(atPath: place.socket))
    }

    @Test("the units are right in the eyes of systemd")
    func units() async throws {
        let home = try AgentHome()
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Apps/wallet-agent/systemd").standardizedFileURL.path
        var units: [String] = []
        for name in ["wallet-agent.socket", "wallet-agent.service"] {
            let text = try String(contentsOfFile: "\(sources)/\(name)", encoding: .utf8)
                .replacing("@bindir@", with: Program.products)
            try home.folder.write(text, to: name)
            units.append(home.path(name))
        }
        let result = try await Program(
            path: "/usr/bin/systemd-analyze", environment: home.environment
        ).run(["--user", "verify"] + units)
        #expect(result.status == 0)
        #expect(result.errors.isEmpty, "\(result.errors)")
        // Of 100, how much systemd finds open; without what the service gives up it is 95.
        let exposure = try await Program(
            path: "/usr/bin/systemd-analyze", environment: home.environment
        ).run("--user", "security", "--offline=true", "--threshold=60", units[1])
        #expect(exposure.status == 0, "\(exposure.output)")
    }
}
