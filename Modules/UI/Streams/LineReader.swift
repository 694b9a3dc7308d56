import Foundation
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
    private let descriptor: Descriptor
    private let maximumLength: Int
    private let wakeEnd: Descriptor
    private let stopEnd: Descriptor

    /// Makes a reader that does not read yet.
    ///
    /// - Parameters:
    ///   - descriptor: Where to read; it is not closed.
    ///   - maximumLength: The most bytes that a line may have.
    public init(descriptor: Int32, maximumLength: Int) {
        self.descriptor = Descriptor(number: descriptor)
        self.maximumLength = maximumLength
        (wakeEnd, stopEnd) = Descriptor.makePipe()
    }

    deinit {
        wakeEnd.release()
        stopEnd.release()
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
    public func stop() { _ = withUnsafeBytes(of: UInt8(0)) { stopEnd.send($0) } }

    /// Reads to the end of input; `false` when the receiver takes no more lines.
    private func read(_ deliver: (InputLine) -> Bool) -> Bool {
        withWipedMemory(4096) { read(into: $0, deliver) }
    }

    private func read(
        into chunk: UnsafeMutableRawBufferPointer, _ deliver: (InputLine) -> Bool
    ) -> Bool {
        var line = LineBuffer(maximumLength: maximumLength)
        reading: while Descriptor.firstReadable(of: wakeEnd, descriptor) == 1 {
            let count: Int
            switch descriptor.receive(into: chunk) {
            case .again: continue
            case .bytes(0), .failed: break reading
            case .bytes(let number): count = number
            }
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
        return buffer.withBytes(\.isUTF8) ? .text(buffer.text) : .notUTF8
    }
}
