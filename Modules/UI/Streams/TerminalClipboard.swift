internal import Synchronization
package import TenonCore
import TenonMemory

/// The clipboard of whoever sits at a terminal, asked for by a control sequence: it works across ssh,
/// where this machine has no desktop.
///
/// The sequence is OSC 52 of xterm. Most terminals know it, some only when that is switched on, and
/// none tells whether it was done.
package final class TerminalClipboard: TerminalCopying {
    private struct State {
        var output: OutputWriter?
        var isHolding = false
    }

    /// What xterm takes in one sequence, in bytes before they are encoded.
    private static let maximumBytes = 48 * 1024

    private let state = Mutex(State())

    /// Knows no terminal yet.
    package init() {}

    /// Sets where the terminal is; before it goes, it is asked to forget what was copied.
    package func use(_ output: OutputWriter?) {
        if output == nil { clear() }
        state.withLock { $0.output = output }
    }

    package var isThere: Bool { state.withLock { $0.output != nil } }

    package func copy(_ secret: SecretText) -> Bool {
        guard secret.count <= Self.maximumBytes else { return false }
        return state.withLock { state in
            guard let output = state.output else { return false }
            state.isHolding = true
            return secret.withBytes { Self.send($0, to: output) }
        }
    }

    package func clear() {
        state.withLock { state in
            guard state.isHolding, let output = state.output else { return }
            state.isHolding = false
            // tmux passes over an empty text, with which other terminals clear the clipboard.
            Array(" ".utf8).withUnsafeBytes { _ = Self.send($0, to: output) }
            _ = Self.send(UnsafeRawBufferPointer(start: nil, count: 0), to: output)
        }
    }

    /// Sends bytes as base64 in one piece.
    private static func send(_ bytes: UnsafeRawBufferPointer, to output: OutputWriter) -> Bool {
        let sequence = SecretBuffer(capacity: bytes.count / 3 * 4 + 16)
        sequence.append("\u{1B}]52;c;")
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            let group = (0..<3).reduce(0) { $0 << 8 | ($1 < count ? Int(bytes[start + $1]) : 0) }
            for place in 0..<4 {
                let digit = alphabet[group >> (18 - 6 * place) & 63]
                sequence.append(place <= count ? digit : UInt8(ascii: "="))
            }
        }
        sequence.append("\u{7}")
        return sequence.withBytes { output.write($0) }
    }

    /// The digits of base64 (RFC 4648, section 4).
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
