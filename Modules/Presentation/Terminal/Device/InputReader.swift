import Foundation
import Glibc
import TenonMemory

/// Reads what is typed, and what signals say, on its own thread.
struct InputReader: Sendable {
    /// How long a lone escape character waits for what may belong to it, in milliseconds.
    private static let escapeTime: Int32 = 40
    /// How long an answer of the terminal waits for its end, in milliseconds.
    private static let answerTime: Int32 = 500

    /// The end of the pipe of ``TerminalSignals``.
    let signals: Int32

    /// Begins to read.
    ///
    /// - Parameter deliver: Called on the thread; returns whether to go on.
    func start(_ deliver: @escaping @Sendable ([TerminalInbox.Item]) -> Bool) {
        Thread.detachNewThread {
            TerminalSignals.unblock()
            var decoder = InputDecoder()
            while let items = next(&decoder) {
                if !deliver(items) { break }
            }
        }
    }

    /// Waits for input; `nil` at its end.
    private func next(_ decoder: inout InputDecoder) -> [TerminalInbox.Item]? {
        var files = [
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
            pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
        ]
        let time = decoder.isWithinAnswer ? Self.answerTime : Self.escapeTime
        let count = poll(&files, 2, decoder.isWaiting ? time : -1)
        if count < 0 { return errno == EINTR ? [] : nil }
        if count == 0 { return decoder.flush().map { .input($0) } }
        var items: [TerminalInbox.Item] = []
        if files[1].revents != 0 { items += messages() }
        if files[0].revents != 0 {
            guard let events = readInput(&decoder) else { return items + [.closed] }
            items += events.map { .input($0) }
        }
        return items
    }

    /// What was typed; `nil` when the terminal is gone.
    private func readInput(_ decoder: inout InputDecoder) -> [InputEvent]? {
        withWipedMemory(4096) { buffer in
            let count = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR || errno == EAGAIN { return [] }
            guard count > 0 else { return nil }
            return decoder.decode(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    private func messages() -> [TerminalInbox.Item] {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            let count = read(signals, buffer.baseAddress, buffer.count)
            guard count > 0 else { return [] }
            return buffer[..<count].compactMap { byte in
                switch TerminalSignals.Message(rawValue: byte) {
                case .resized: .resized
                case .suspended: .suspended
                case .resumed: .resumed
                case .wake, nil: nil
                }
            }
        }
    }
}
