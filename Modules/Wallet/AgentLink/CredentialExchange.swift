/// A request of a credential protocol, as it goes over the wire.
///
/// The agent answers `git`, `docker` and `application` with one frame. After a request of the family
/// `browser` the connection carries messages both ways: frames `message` to the agent, and frames
/// `event` from it that are answers or were not asked for.
package struct CredentialExchange {
    /// Whose protocol it is.
    package enum Family: UInt8, Sendable {
        /// `git-credential-wallet`.
        case git = 0
        /// `docker-credential-wallet`.
        case docker = 1
        /// Native messaging.
        case browser = 2
        /// Applications that keep secrets of their own.
        case application = 3
    }

    /// The longest input, in bytes.
    package static let inputLimit = 1 << 20

    /// How the person at this program can be asked on a screen; empty where there is none.
    package static func screen(
        variable: (String) -> String? = AgentPlace.environmentVariable
    ) -> [String] {
        func given(_ names: [String]) -> [String] {
            names.compactMap { name in variable(name).map { "\(name)=\($0)" } }
        }
        let found = given(["DISPLAY", "WAYLAND_DISPLAY"])
        guard !found.isEmpty else { return [] }
        return found + given(["XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"])
    }

    /// The request.
    ///
    /// - Parameters:
    ///   - family: Whose protocol it is.
    ///   - verb: What is to be done, in the words of the protocol.
    ///   - surroundings: How the person at this client can be asked, such as `DISPLAY=:0`.
    ///   - mayAsk: Whether the person is asked for the passphrase there when the vault is locked.
    ///   - input: What the program got on standard input.
    package static func request(
        _ family: Family, verb: String, surroundings: [String], mayAsk: Bool = false,
        input: UnsafeRawBufferPointer
    ) -> Frame {
        let frame = Frame(.credential, capacity: input.count + 512)
        frame.append(family.rawValue)
        frame.append(verb)
        frame.append(UInt32(surroundings.count))
        for text in surroundings { frame.append(text) }
        frame.append(block: input)
        frame.append(UInt8(mayAsk ? 1 : 0))
        return frame
    }

    /// Unlocks the vault that the connection means, so that the request can be sent again.
    ///
    /// The agent answers with an empty answer, or refuses: `vault.wrong-passphrase`,
    /// `vault.too-many-attempts` …
    package static func unlock(_ passphrase: UnsafeRawBufferPointer) -> Frame {
        let frame = Frame(.unlock, capacity: passphrase.count + 16)
        frame.append(passphrase)
        return frame
    }

    /// A message of a browser.
    package static func message(_ bytes: UnsafeRawBufferPointer) -> Frame {
        let frame = Frame(.message, capacity: bytes.count + 16)
        frame.append(bytes)
        return frame
    }

    /// Reads an answer and lends its output; valid only inside the closure.
    ///
    /// - Parameter body: Gets the output, the exit status and the text for standard error.
    package static func readAnswer(
        _ frame: Frame, _ body: (UnsafeRawBufferPointer, Int32, String) -> Void
    ) throws(LinkError) {
        guard frame.kind == .answer else { throw .malformed }
        try frame.read { (reader) throws(LinkError) in
            let status = Int32(bitPattern: try reader.number())
            let text = try reader.text()
            body(try reader.block(), status, text)
        }
    }

    /// The frame of an answer.
    package static func answer(
        _ output: UnsafeRawBufferPointer, status: Int32, text: String
    ) -> Frame {
        let frame = Frame(.answer, capacity: output.count + 512)
        frame.append(UInt32(bitPattern: status))
        frame.append(text)
        frame.append(block: output)
        return frame
    }
}
