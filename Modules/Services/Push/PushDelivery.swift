import Dispatch
import Glibc
import TenonCore

/// Messages through a socket of each running program.
struct PushDelivery: PushDelivering {
    /// The private folder with the sockets.
    let folder: String
    /// The name of this program.
    let executable: String

    /// Both ends block a thread.
    private static let queue = DispatchQueue(label: "tenon.push", attributes: .concurrent)

    func receive(_ take: @escaping @Sendable ([UInt8]) async -> Explanation?) async {
        // Without a socket the program does all else.
        guard let receiver = try? PushReceiver(at: place(of: getpid())) else { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { done in
                Self.queue.async {
                    receiver.run(take)
                    done.resume()
                }
            }
        } onCancel: {
            receiver.stop()
        }
    }

    func send(_ payload: [UInt8], to executable: String?) async throws -> Explanation? {
        try await withCheckedThrowingContinuation { done in
            Self.queue.async { done.resume(with: Result { try deliver(payload, executable) }) }
        }
    }

    private func deliver(_ payload: [UInt8], _ executable: String?) throws -> Explanation? {
        guard payload.count <= PushMessage.largest else { throw PushError.tooLong }
        for path in PushSocket.all(in: folder, of: executable) {
            guard let connection = try PushSocket.connect(to: path) else { continue }
            return try PushSender(connection).send(payload)
        }
        throw PushError.nobody
    }

    private func place(of process: pid_t) -> String { "\(folder)/\(executable).\(process)" }
}
