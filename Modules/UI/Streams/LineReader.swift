import Foundation
import Glibc
public import TenonCore
import TenonMemory

/// A line that was typed or piped in, or why there is none.
public enum InputLine: Sendable, Equatable {
    /// The text of a line, without its end.
    case text(SecretText)
    /// The line was not UTF-8, and is dropped as a whole.
    case notUTF8
    /// The line was longer than allowed, and is dropped as a whole.
    case tooLong
    /// There is no more.
    case end
}

/// Reads lines from a file, pipe or terminal on its own thread.
///
/// A line may be a passphrase: its bytes are in memory only that is wiped.
public final class LineReader: Sendable {
    private let descriptor: Int32
    private let maximumLength: Int
    private let wakeEnd: Int32
    private let stopEnd: Int32

    /// Makes a reader that does not read yet.
    ///
    /// - Parameters:
    ///   - descriptor: Where to read; it is not closed.
    ///   - maximumLength: The most bytes that a line may have.
    public init(descriptor: Int32, maximumLength: Int) {
        self.descriptor = descriptor
        self.maximumLength = maximumLength
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
        (wakeEnd, stopEnd) = (ends[0], ends[1])
    }

    deinit {
        close(wakeEnd)
        close(stopEnd)
    }

    /// Begins to read.
    ///
    /// - Parameter deliver: Called on the thread with each line, with `end` last; it may block to
    ///   slow the reading down, and returns whether to go on. A terminal hands out one line at a
    ///   time, so that nothing typed ahead is lost by not going on.
    public func start(_ deliver: @escaping @Sendable (InputLine) -> Bool) {
        Thread.detachNewThread { [self] in
            if read(deliver) { _ = deliver(.end) }
        }
    }

    /// Ends the reading at the next opportunity.
    public func stop() {
        var byte: UInt8 = 0
        _ = write(stopEnd, &byte, 1)
    }

    /// Reads to the end of input; `false` when the receiver takes no more lines.
    private func read(_ deliver: (InputLine) -> Bool) -> Bool {
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
        defer {
            chunk.wipe()
            chunk.deallocate()
        }
        var line = LineBuffer(maximumLength: maximumLength)
        while isReadable(), let base = chunk.baseAddress {
            let count = Glibc.read(descriptor, base, chunk.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { break }
            for byte in chunk[..<count] {
                guard byte == UInt8(ascii: "\n") else {
                    line.append(byte)
                    continue
                }
                if !deliver(line.take()) { return false }
            }
            UnsafeMutableRawBufferPointer(rebasing: chunk[..<count]).wipe()
        }
        return line.isEmpty || deliver(line.take())
    }

    /// Waits until there is something to read; `false` when the reading was stopped.
    private func isReadable() -> Bool {
        while true {
            var files = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wakeEnd, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&files, 2, -1)
            if count < 0 {
                guard errno == EINTR else { return false }
                continue
            }
            if files[1].revents != 0 { return false }
            if files[0].revents != 0 { return true }
        }
    }
}

/// The line that is being read, in memory that is wiped.
private struct LineBuffer {
    private let maximumLength: Int
    private let buffer = SecretBuffer()
    private var isTooLong = false

    init(maximumLength: Int) { self.maximumLength = maximumLength }

    var isEmpty: Bool { buffer.isEmpty && !isTooLong }

    mutating func append(_ byte: UInt8) {
        guard buffer.count < maximumLength else {
            isTooLong = true
            return
        }
        buffer.append(byte)
    }

    /// The line, without the carriage return that some systems put at its end.
    mutating func take() -> InputLine {
        defer {
            buffer.removeAll()
            isTooLong = false
        }
        guard !isTooLong else { return .tooLong }
        if buffer.bytes.last == UInt8(ascii: "\r") { buffer.truncate(to: buffer.count - 1) }
        return buffer.withBytes(Self.isUTF8) ? .text(buffer.text) : .notUTF8
    }

    /// Whether bytes are UTF-8, found without making a `String` of them.
    private static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var parser = UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid: continue
            case .emptyInput: return true
            case .error: return false
            }
        }
    }
}
