package import WalletAgentLink
package import WalletAgentMessages

/// The agent itself, whatever vault it holds.
package enum AgentRemote {
    /// What the agent says about itself; `nil` when none runs.
    ///
    /// - Throws: `AgentError`, or what the agent says when it refuses.
    package static func report(
        client: String, at place: AgentPlace? = nil
    ) async throws -> AgentReport? {
        let lane = AgentLane(client: client, vault: "", at: place)
        do {
            return try await lane.call(.report, startingAgent: false) as AgentReport
        } catch let error as AgentError where error == AgentError(.notRunning) {
            return nil
        }
    }

    /// Ends the agent, of whatever version; it locks all vaults.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `AgentError`.
    package static func stop() throws -> Bool {
        do throws(LinkError) {
            let place = try AgentPlace()
            let socket = try place.connect()
            try socket.send(Frame(.stop), within: 5000)
            // A word of agreement, or the end at once.
            _ = try? socket.receive(upTo: 64, startingWithin: 10_000)
            place.waitUntilFree(within: 10_000)
            return true
        } catch {
            switch error {
            case .notRunning: return false
            case .closed: return true
            default: throw AgentError(error)
            }
        }
    }
}
