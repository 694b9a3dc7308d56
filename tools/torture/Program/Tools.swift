import Foundation

/// The programs that are tortured, and how they are run.
struct Tools: Sendable {
    let programs: String
    let shim: String
    let isUnsynced: Bool
    /// Has a program for browsers, which nobody starts here.
    private let browserPrograms: String
    let known = KnownFiles()

    /// Compiles the shim, and begins this program anew with it: both must derive the same keys.
    init(_ options: Options, in folder: String) async throws {
        programs = options.programs
        isUnsynced = options.isUnsynced
        for name in ["wallet", "wallet-agent", "wallet-credential"] {
            guard access("\(programs)/\(name)", X_OK) == 0 else {
                throw Problem(message: "there is no program \(programs)/\(name); build it first.")
            }
        }
        // Not in the folder of the vaults: nothing may be run from many a file system in memory.
        shim = NSTemporaryDirectory() + "/torture-\(getpid()).so"
        browserPrograms = shim + ".programs"
        try FileManager.default.createDirectory(
            atPath: browserPrograms, withIntermediateDirectories: true)
        symlink("/bin/true", "\(browserPrograms)/wallet-credential-browser")
        guard ProcessInfo.processInfo.environment["LD_PRELOAD"] != shim else { return }
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "shim.c").path
        let compiler = try Child(
            "/usr/bin/env",
            ["cc", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", shim, source],
            environment: ProcessInfo.processInfo.environment, in: "/",
            streams: "\(folder)/compiler")
        let ending = await compiler.ending()
        guard ending.status == 0 else {
            throw Problem(message: "\(source) does not compile: \(ending.errors)")
        }
        setenv("LD_PRELOAD", shim, 1)
        try? FileManager.default.removeItem(atPath: folder)
        execv("/proc/self/exe", CommandLine.unsafeArgv)
        throw Problem(message: "this program cannot be started again with \(shim).")
    }

    func remove() {
        unlink(shim)
        try? FileManager.default.removeItem(atPath: browserPrograms)
    }

    /// Starts a program of Wallet in a place.
    ///
    /// - Parameters:
    ///   - input: A file beside the home that it reads on standard input.
    ///   - fault: The fault for the shim; `nil` for none.
    func start(
        _ words: [String], of program: String = "wallet", in place: Place, agent: Bool = false,
        input: String? = nil, fault: [String: String]? = nil, streams: String = "wallet"
    ) throws -> Child {
        var environment = place.environment(agent: agent)
        environment["LD_PRELOAD"] = shim
        environment["PATH"]? += ":\(browserPrograms)"
        if let fault {
            environment.merge(fault) { $1 }
            environment["TORTURE_ROOT"] = place.root
            environment["TORTURE_BOARD"] = place.board
            if isUnsynced { environment["TORTURE_UNSYNCED"] = "1" }
        }
        return try Child(
            "\(programs)/\(program)", words, environment: environment, in: place.root,
            input: input.map { "\(place.inputs)/\($0)" }, streams: "\(place.folder)/\(streams)")
    }

    /// Runs a tortured command once more without a fault.
    ///
    /// A new agent does what only an agent can do.
    func runAgain(_ command: TorturedCommand, in place: Place) async throws -> Child.Ending {
        guard command.program != "wallet" else { return try await run(command.words, in: place) }
        var ending = try await run(["unlock"], in: place, agent: true)
        if ending.status == 0 { ending = try await run(command, in: place) }
        try await stopAgent(in: place)
        return ending
    }

    /// Runs a tortured command that uses the agent.
    func run(_ command: TorturedCommand, in place: Place) async throws -> Child.Ending {
        guard command.program != "wallet" else {
            return try await run(command.words, in: place, agent: true)
        }
        return try await start(
            command.words, of: command.program, in: place, agent: true, input: command.input
        ).ending()
    }

    /// Runs a command of `wallet` to its end.
    func run(
        _ words: [String], in place: Place, agent: Bool = false, fault: [String: String]? = nil
    ) async throws -> Child.Ending {
        try await start(
            words + ["--passphrase-file", "../in/passphrase"], in: place, agent: agent,
            fault: fault
        ).ending()
    }

    /// Ends the agent of a place, also one that a client has started itself.
    func stopAgent(in place: Place) async throws {
        _ = try await start(["agent", "stop"], in: place, agent: true, streams: "stop").ending()
    }

    /// How much of the vault an export has, as an import that is not done tells it.
    func contents(ofExport name: String, _ place: Place) async -> String {
        guard let data = FileManager.default.contents(atPath: "\(place.root)/\(name)") else {
            return "missing"
        }
        guard data.count > 3 else { return "empty" }
        let isSealed = name.hasSuffix(".kdbx") || name.contains(".sealed.")
        let password = isSealed ? ["--password-file", "../in/secret"] : []
        let words = ["import", name, "--dry-run", "--json"] + password
        guard let ending = try? await run(words, in: place) else { return "unknown" }
        let document = try? JSONSerialization.jsonObject(with: Data(ending.output.utf8))
        guard ending.status == 0, let counts = document as? [String: Any] else {
            return "cannot be imported: \(ending.words)"
        }
        return "new \(counts["new"] ?? "?"), there \(counts["alreadyThere"] ?? "?")"
    }
}
