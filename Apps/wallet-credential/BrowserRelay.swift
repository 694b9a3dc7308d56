import Glibc
import TenonMemory
import WalletAgentLink

/// Carries messages between a browser and the agent: native messaging.
///
/// The browser writes the number of bytes (four, in the order of this machine) and as many bytes of
/// JSON; so does this program. It ends with the browser, or with the agent: the extension connects
/// again.
struct BrowserRelay {
    /// The longest message that browsers take.
    private static let outputLimit = 1 << 20

    /// Carries messages until one side ends.
    ///
    /// - Returns: The exit status.
    func run() -> Int32 {
        do throws(LinkError) {
            let link = try AgentLink.connect(
                client: "wallet-credential browser", vault: AgentPlace.vault(),
                startingAgent: true)
            let answer = try AgentAnswer(
                link, .browser, "", UnsafeRawBufferPointer(start: nil, count: 0),
                surroundings: Surroundings().all)
            guard answer.status == 0 else {
                StandardStreams.write("wallet: \(answer.text)\n", to: STDERR_FILENO)
                return 1
            }
            try carry(link)
            return 0
        } catch .closed {
            return 0
        } catch {
            StandardStreams.write("wallet: \(error)\n", to: STDERR_FILENO)
            return 1
        }
    }

    private func carry(_ link: AgentLink) throws(LinkError) {
        while true {
            var entries = [
                pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
                pollfd(fd: link.socket.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&entries, 2, -1) >= 0 || errno == EINTR else { return }
            if entries[1].revents != 0 {
                let frame = try link.receive(within: 5000)
                guard frame.withBody({ tell($0) }) else { return }
            }
            if entries[0].revents != 0 {
                guard let message = readMessage() else { return }
                try link.send(message)
            }
        }
    }

    /// The next message of the browser; `nil` at the end, and for one that is too long.
    private func readMessage() -> Frame? {
        var count: UInt32 = 0
        let isThere = withUnsafeMutableBytes(of: &count) { StandardStreams.fill($0) }
        guard isThere, count <= CredentialExchange.inputLimit else { return nil }
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(1, Int(count)), alignment: 16)
        defer {
            memory.wipe()
            memory.deallocate()
        }
        let message = UnsafeMutableRawBufferPointer(rebasing: memory[..<Int(count)])
        guard StandardStreams.fill(message) else { return nil }
        return CredentialExchange.message(UnsafeRawBufferPointer(message))
    }

    /// Tells the browser something; `false` when it does not listen any more.
    private func tell(_ message: UnsafeRawBufferPointer) -> Bool {
        guard message.count <= Self.outputLimit else { return true }
        var count = UInt32(message.count)
        return withUnsafeBytes(of: &count) { StandardStreams.write($0, to: STDOUT_FILENO) }
            && StandardStreams.write(message, to: STDOUT_FILENO)
    }
}
