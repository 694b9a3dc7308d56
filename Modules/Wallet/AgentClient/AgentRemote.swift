import TenonMemory
package import WalletAgentLink
package import WalletAgentMessages

/// The agent itself, with all vaults that it holds.
package enum AgentRemote {
    /// How long to wait for an agent to lock or end, in milliseconds, before its process is killed.
    static let shortPatience = 400 * Int64(Patience.factor)

    /// What the agent says about itself; `nil` when none runs.
    ///
    /// - Throws: `AgentError`, or what the agent says when it refuses.
    package static func report(
        client: String, at place: AgentPlace? = nil
    ) async throws -> AgentReport? {
        let lane = AgentLane(client: client, vault: "", at: place)
        do {
            return try await lane.call(AgentCalls.report, startingAgent: false)
        } catch let error as AgentError where error == AgentError(.notRunning) {
            return nil
        }
    }

    /// Ends the agent, of any version, even if it does not answer; it locks all vaults.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `AgentError`.
    package static func stop(at place: AgentPlace? = nil) throws -> Bool {
        do throws(LinkError) {
            let place = if let place { place } else { try AgentPlace() }
            guard let holder = AgentHolder(at: place) else {
                try ask(at: place)
                place.waitUntilFree(within: 10_000)
                return true
            }
            try? ask(at: place)
            guard holder.waitForEnd(within: shortPatience) || holder.end() else {
                throw LinkError.cannotEnd(holder.process)
            }
            return true
        } catch {
            switch error {
            case .notRunning: return false
            case .closed: return true
            default: throw AgentError(error)
            }
        }
    }

    /// Asks an agent of any version to end.
    private static func ask(at place: AgentPlace) throws(LinkError) {
        let socket = try place.connect(within: shortPatience)
        try socket.send(Frame(.stop), within: shortPatience)
        // The agent confirms, or ends at once.
        _ = try? socket.receive(upTo: 64, startingWithin: shortPatience)
    }
}
