import Dispatch
import Glibc
import TenonCore

/// Takes messages at a socket, one after the other.
final class PushReceiver: Sendable {
    /// How long a sender has for its message, in milliseconds.
    private static let patience: Int64 = 2_000
    /// How long it rests after a connection that it could not take, in microseconds.
    private static let pause: useconds_t = 50_000

    private let path: String
    private let listener: PushSocket
    /// Both ends of a pipe: a byte in it ends the waiting.
    private let wake: (reader: Int32, writer: Int32)

    /// Listens at a path.
    ///
    /// - Throws: ``PushError``.
    init(at path: String) throws {
        self.path = path
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw PushError.failed(errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        wake = (ends[0], ends[1])
        do {
            listener = try PushSocket.listen(at: path)
        } catch {
            for end in ends { close(end) }
            throw error
        }
    }

    deinit {
        close(wake.reader)
        close(wake.writer)
    }

    /// Takes messages until ``stop()``; blocks the thread.
    func run(_ take: @escaping @Sendable ([UInt8]) async -> Explanation?) {
        while true {
            var entries = [listener.descriptor, wake.reader].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            guard poll(&entries, 2, -1) >= 0 || errno == EINTR else { break }
            if entries[1].revents != 0 { break }
            guard entries[0].revents != 0 else { continue }
            if let connection = listener.accept() {
                serve(connection, take)
            } else {
                // Without descriptors left it would wait for nothing, over and over.
                usleep(Self.pause)
            }
        }
        unlink(path)
    }

    /// Ends ``run(_:)``, from any thread.
    func stop() {
        var byte: UInt8 = 0
        write(wake.writer, &byte, 1)
    }

    private func serve(
        _ connection: PushSocket, _ take: @escaping @Sendable ([UInt8]) async -> Explanation?
    ) {
        guard
            let payload = connection.receive(upTo: PushMessage.largest, within: Self.patience)
        else { return }
        let answer = { (refusal: Explanation?) in
            _ = connection.send(PushAnswer.bytes(of: refusal))
        }
        guard payload.count <= PushMessage.largest else {
            return answer(Explanation(PushError.tooLong))
        }
        // What it asks for may take a moment; the next one is read meanwhile.
        Task { answer(await take(payload)) }
    }
}
