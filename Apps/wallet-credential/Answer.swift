import Glibc
import WalletAgentLink

/// What the agent answered.
struct Answer {
    /// Says that the vault is locked, and that the request may be repeated once it is unlocked.
    private static let lockedStatus: Int32 = 77

    /// The exit status.
    let status: Int32
    /// What a person is told.
    let text: String
    /// Keeps the output, which is wiped with it.
    private let frame: Frame

    /// Sends a request and waits for its answer.
    init(
        _ link: AgentLink, _ family: CredentialExchange.Family, _ verb: String,
        _ input: UnsafeRawBufferPointer
    ) throws(LinkError) {
        try link.send(
            CredentialExchange.request(
                family, verb: verb, surroundings: Self.surroundings, input: input))
        let frame = try link.receive(within: nil)
        var (status, text): (Int32, String) = (0, "")
        try CredentialExchange.readAnswer(frame) { _, newStatus, newText in
            (status, text) = (newStatus, newText)
        }
        (self.status, self.text, self.frame) = (status, text, frame)
    }

    /// Whether the vault has to be unlocked first.
    var isLocked: Bool { status == Self.lockedStatus }

    /// Lends what goes to standard output.
    func withOutput(_ body: (UnsafeRawBufferPointer) -> Void) {
        // It was read once, and is readable again.
        try? CredentialExchange.readAnswer(frame) { output, _, _ in body(output) }
    }

    /// How the person at this program can be asked by others; empty for a job that runs by itself.
    static var surroundings: [String] {
        var found = ["DISPLAY", "WAYLAND_DISPLAY"].compactMap(variable)
        if !found.isEmpty {
            found += ["XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"]
                .compactMap(variable)
        }
        if let terminal = ttyname(STDERR_FILENO) {
            found.append("TTY=\(String(cString: terminal))")
            found += ["TERM"].compactMap(variable)
        }
        return found
    }

    private static func variable(_ name: String) -> String? {
        AgentPlace.environmentVariable(name).map { "\(name)=\($0)" }
    }
}
