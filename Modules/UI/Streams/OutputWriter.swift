import Dispatch
internal import Synchronization

/// Writes to a file, pipe or terminal, at once and completely.
public final class OutputWriter: Sendable {
    /// Never more at once than a pipe takes without blocking when there is room (`PIPE_BUF`).
    private static let pieceSize = 4096
    /// How long a reader may keep the writer waiting once the writing was stopped, in milliseconds.
    private static let patience: Int32 = 500

    private let descriptor: Descriptor
    private let isStopped = Atomic(false)
    /// Why nothing can be written any more, as a number of the system; 0 as long as it can.
    private let failure = Atomic<Int32>(0)
    /// Lets one caller write at a time.
    private let turn = Mutex(())
    private let queue = DispatchQueue(label: "tenon.output")

    /// Makes a writer; a closed pipe raises no signal in this process any more.
    ///
    /// - Parameter descriptor: Where to write; it is not closed.
    public init(descriptor: Int32) {
        self.descriptor = Descriptor(number: descriptor)
        Descriptor.outliveReaders()
    }

    /// Writes without blocking the threads of Swift's tasks.
    ///
    /// - Returns: Whether all was written; `false` as soon as the reader is gone.
    @discardableResult
    public func send(_ text: String) async -> Bool {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.write(text)) }
        }
    }

    /// Writes, and blocks the calling thread for as long as that takes.
    ///
    /// - Returns: Whether all was written; `false` as soon as the reader is gone.
    @discardableResult
    public func write(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
    }

    /// Writes bytes as a text is written; nothing else comes between them.
    @discardableResult
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        turn.withLock { _ in
            var rest = bytes
            while !rest.isEmpty {
                guard waitForRoom() else { return false }
                let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.pieceSize))
                switch descriptor.send(piece) {
                case .bytes(let count): rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                case .again: continue
                case .failed(let number): failure.store(number, ordering: .relaxed)
                }
            }
            return true
        }
    }

    /// Tells apart a reader that has gone, which is as good as any end, and output that got lost.
    ///
    /// - Throws: ``OutputError`` when something could not be written to an open reader, such as on
    ///   a full disk.
    public func check() throws(OutputError) {
        let failure = failure.load(ordering: .relaxed)
        if failure != 0, failure != Descriptor.readerGone { throw OutputError(failure) }
    }

    /// Gives a reader that does not read only a moment more.
    public func stop() { isStopped.store(true, ordering: .relaxed) }

    /// Waits until something can be written; `false` when it never can.
    private func waitForRoom() -> Bool {
        while failure.load(ordering: .relaxed) == 0 {
            if descriptor.isWritable(within: Self.patience) { return true }
            if isStopped.load(ordering: .relaxed) {
                failure.store(Descriptor.readerGone, ordering: .relaxed)
            }
        }
        return false
    }
}
