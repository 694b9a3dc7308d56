import Glibc
import TenonMemory
import WalletAgentLink

/// Asks for the passphrase in the terminal that this program was started from.
enum PassphrasePrompt {
    /// The most bytes that are read; passphrases are shorter.
    private static let limit = 2048

    /// Opens the terminal; `nil` when there is none, or when this program is in its background.
    static func openTerminal() -> Int32? {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        // A program in the background would be stopped.
        guard tcgetpgrp(terminal) == getpgrp() else {
            close(terminal)
            return nil
        }
        return terminal
    }

    /// Asks, and lends what was typed, in memory that is wiped afterwards.
    ///
    /// - Returns: `nil` when nothing was typed.
    static func ask<Result>(
        _ question: String, in terminal: Int32, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: limit, alignment: 16)
        defer {
            memory.wipe()
            memory.deallocate()
        }
        let count = withoutEcho(terminal) { signals in
            StandardStreams.write(question, to: terminal)
            let count = readLine(terminal, into: memory, until: signals)
            StandardStreams.write("\n", to: terminal)
            return count
        }
        guard let count, count > 0 else { return nil }
        return body(UnsafeRawBufferPointer(rebasing: memory[..<count]))
    }

    /// Reads up to the end of a line; `nil` when a signal came in between.
    private static func readLine(
        _ terminal: Int32, into memory: UnsafeMutableRawBufferPointer, until signals: Int32
    ) -> Int? {
        var count = 0
        while count < memory.count {
            var entries = [terminal, signals].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            guard poll(&entries, 2, -1) > 0 else { continue }
            guard entries[1].revents == 0 else { return nil }
            var byte: UInt8 = 0
            let received = read(terminal, &byte, 1)
            if received < 0, errno == EINTR { continue }
            if received <= 0 || byte == UInt8(ascii: "\n") { break }
            memory[count] = byte
            count += 1
        }
        return count
    }

    /// Runs a closure while what is typed is not shown; the terminal is put right whatever happens.
    ///
    /// - Parameter body: Gets a descriptor that becomes readable when a signal has come.
    private static func withoutEcho<Result>(
        _ terminal: Int32, _ body: (_ signals: Int32) -> Result?
    ) -> Result? {
        var former = termios()
        var ends: [Int32] = [-1, -1]
        guard tcgetattr(terminal, &former) == 0, pipe(&ends) == 0 else { return nil }
        defer { ends.forEach { close($0) } }
        note = Note(descriptor: ends[1])
        var silent = former
        silent.c_lflag &= ~tcflag_t(ECHO)
        silent.c_lflag |= tcflag_t(ICANON | ISIG)
        // The signals take effect afterwards.
        let signals = [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP]
        let formerActions = signals.map { signal in
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { PassphrasePrompt.note.take($0) }
            var formerAction = sigaction()
            sigaction(signal, &action, &formerAction)
            return formerAction
        }
        tcsetattr(terminal, TCSAFLUSH, &silent)
        let result = body(ends[0])
        // What was typed ahead stays.
        tcsetattr(terminal, TCSANOW, &former)
        for (signal, formerAction) in zip(signals, formerActions) {
            var action = formerAction
            sigaction(signal, &action, nil)
        }
        if note.signal != 0 { raise(note.signal) }
        return result
    }

    /// A signal handler's record: which signal it was, and a byte that ends the waiting.
    ///
    /// Just noting it would not do: a signal that comes right before the waiting begins would not end it.
    private struct Note {
        let descriptor: Int32
        private(set) var signal: Int32 = 0

        init(descriptor: Int32) { self.descriptor = descriptor }

        mutating func take(_ signal: Int32) {
            self.signal = signal
            var byte: UInt8 = 0
            _ = write(descriptor, &byte, 1)
        }
    }

    /// Written by a signal handler on the only thread of this program, which reads it when the handler
    /// has returned and is not in force any more.
    private nonisolated(unsafe) static var note = Note(descriptor: -1)
}
