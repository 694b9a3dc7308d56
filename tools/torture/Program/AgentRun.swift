import Foundation

/// A run of `wallet-agent` in which something goes wrong, while a client uses it.
struct AgentRun {
    private let place: Place
    private let tools: Tools
    private let agent: Child
    private let end: Task<Child.Ending, Never>

    /// Starts the agent.
    init(
        _ place: Place, _ tools: Tools, fault: [String: String],
        whenStopped: @escaping @Sendable () -> Void = {}
    ) throws {
        self.place = place
        self.tools = tools
        let agent = try tools.start(
            [], of: "wallet-agent", in: place, fault: fault, streams: "agent")
        self.agent = agent
        end = Task { await agent.ending(whenStopped: whenStopped) }
    }

    /// Unlocks the vault, runs a command through the agent, and ends the agent.
    ///
    /// - Parameter moment: When the agent is killed, in microseconds after its start.
    /// - Returns: How the command ended; one that is not the agent's own starts another agent.
    func perform(_ command: TorturedCommand, killAfter moment: Int?) async throws -> Child.Ending {
        let killer = moment.map { moment in
            Task { [agent] in
                try await Task.sleep(for: .microseconds(moment))
                agent.kill()
            }
        }
        try await waitForSocket()
        if command.sample == .vault {
            _ = try await tools.run(["unlock"], in: place, agent: true)
        }
        let ending = try await tools.run(command, in: place)
        try await killer?.value
        try await tools.stopAgent(in: place)
        let last = await end.value
        // An agent that is slow to lock is ended by its own deadline, with SIGALRM.
        guard last.status < 0, last.status != -SIGKILL, last.status != -SIGALRM else {
            return ending
        }
        return last
    }

    private func waitForSocket() async throws {
        let socket = "\(place.root)/run/wallet/agent.sock"
        let end = ContinuousClock.now + .seconds(60)
        while access(socket, F_OK) != 0, Glibc.kill(agent.process, 0) == 0,
            ContinuousClock.now < end
        {
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}
