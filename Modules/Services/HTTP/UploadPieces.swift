import NIOCore
import NIOPosix
import Synchronization

/// The content of a request, piece by piece: the library asks for the next one when the network has
/// taken the one before.
final class UploadPieces: AsyncSequence, Sendable {
    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let pieces: UploadPieces
        fileprivate var rest: ByteBuffer

        mutating func next() async -> ByteBuffer? {
            // The reply may come before the network has said that it took the last piece.
            if rest.readableBytes > 0 { await pieces.waitForNetwork() }
            pieces.note(rest: rest.readableBytes)
            let length = Swift.min(UploadPieces.length, rest.readableBytes)
            guard length > 0 else { return nil }
            defer { pieces.noteHandedOver(rest: rest.readableBytes) }
            return rest.readSlice(length: length)
        }
    }

    /// Nothing was taken for too long.
    struct Standstill: Error {}

    /// How long a piece is, in bytes.
    private static let length = 1 << 16

    private struct State {
        /// When the network took something last; `nil` before it is connected.
        var last: ContinuousClock.Instant?
        /// Whether the library has the last piece.
        var isHandedOver = false
        var isTaken = false
        var hasEnded = false
    }

    private let body: ByteBuffer
    private let sent: @Sendable (Int) -> Void
    private let state = Mutex(State())

    /// Cuts some bytes into pieces.
    ///
    /// - Parameter sent: Called with how many bytes were taken by now.
    init(of body: [UInt8], sent: @escaping @Sendable (Int) -> Void) {
        self.body = ByteBuffer(bytes: body)
        self.sent = sent
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pieces: self, rest: body) }

    /// Waits until the threads of the network have done what they were given.
    ///
    /// The library hands them a piece and asks for the next one, until they say that the network takes no
    /// more. On a busy machine they say so late, and many pieces would count as taken that are not.
    private func waitForNetwork() async {
        for loop in MultiThreadedEventLoopGroup.singleton.makeIterator() {
            try? await loop.submit {}.get()
        }
    }

    /// Waits until all is taken; the library itself would wait without limit.
    ///
    /// - Throws: ``Standstill`` when nothing is taken for longer than a time; `CancellationError`.
    func waitUntilTaken(patience: Duration) async throws {
        while true {
            let (last, isTaken) = state.withLock { ($0.last, $0.isTaken) }
            guard !isTaken else { return }
            let end = (last ?? .now) + patience
            guard .now < end else { throw Standstill() }
            try await Task.sleep(until: end)
        }
    }

    /// Says that all is taken, if the library has the last piece.
    ///
    /// The reply to what was sent may come before the library asks what comes after the last piece. A
    /// server that replies earlier, to refuse what is sent, has not taken all.
    func noteReply() {
        state.withLock { state in
            if state.isHandedOver, !state.isTaken { note(rest: 0, in: &state) }
        }
    }

    /// Says nothing any more: the library may ask for a piece after the request has ended.
    func end() { state.withLock { $0.hasEnded = true } }

    private func noteHandedOver(rest: Int) { state.withLock { $0.isHandedOver = rest == 0 } }

    private func note(rest: Int) { state.withLock { note(rest: rest, in: &$0) } }

    /// Says how much is taken, under the lock, so that nothing is said after the end.
    private func note(rest: Int, in state: inout State) {
        guard !state.hasEnded else { return }
        state.last = .now
        state.isTaken = rest == 0
        if rest < body.readableBytes { sent(body.readableBytes - rest) }
    }
}
