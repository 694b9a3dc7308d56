import Foundation

/// One of several machines that keep the same vault: a home with an agent of its own.
struct Machine: Sendable {
    /// What a machine says of the others.
    struct Status: Decodable, Equatable {
        let state: String
        let fingerprint: String
        let unsent: Int
        let problem: String?
    }

    private struct AgentStatus: Decodable { let process: Int32? }

    let name: String
    let place: Place
    private let tools: Tools

    /// Makes a home without a vault.
    init(_ number: Int, in folder: String, _ tools: Tools) throws {
        name = "machine-\(number)"
        place = try Place.make("\(folder)/\(name)")
        self.tools = tools
        try write(Sample.passphrase, to: "passphrase")
    }

    /// Writes a text that commands read from `../in/NAME`.
    func write(_ text: String, to name: String) throws {
        let path = "\(place.inputs)/\(name)"
        try Data("\(text)\n".utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o600)
    }

    /// Runs a command of `wallet` through the agent to its end.
    func run(_ words: [String], streams: String = "wallet") async throws -> Child.Ending {
        try await tools.start(
            words + ["--passphrase-file", "../in/passphrase"], in: place, agent: true,
            streams: streams
        ).ending()
    }

    /// Runs a command again while it is refused for a reason that may pass, for ten minutes.
    func runUntilAnswered(_ words: [String]) async throws -> Child.Ending {
        let end = ContinuousClock.now + .seconds(600)
        while true {
            let ending = try await run(words)
            guard ending.mayPass, ContinuousClock.now < end else { return ending }
            try await Task.sleep(for: .milliseconds(500))
        }
    }

    /// Runs a command that has to succeed.
    ///
    /// - Returns: What it writes.
    @discardableResult func require(_ words: String...) async throws -> String {
        let ending = try await runUntilAnswered(words)
        guard ending.status == 0 else {
            throw Problem(message: "\(name): wallet \(words): \(ending.words)")
        }
        return ending.output
    }

    /// How it stands with the others; `nil` when the command fails.
    func status() async throws -> Status? {
        let ending = try await run(["sync", "status", "--json"])
        return try? JSONDecoder().decode(Status.self, from: Data(ending.output.utf8))
    }

    /// Kills the agent.
    ///
    /// - Returns: Whether there was one.
    func killAgent() async throws -> Bool {
        let ending = try await tools.start(
            ["agent", "status", "--json"], in: place, agent: true, streams: "killer"
        ).ending()
        let status = try? JSONDecoder().decode(AgentStatus.self, from: Data(ending.output.utf8))
        guard let process = status?.process, process > 1 else { return false }
        return kill(process, SIGKILL) == 0
    }

    func stopAgent() async throws { try await tools.stopAgent(in: place) }
}
