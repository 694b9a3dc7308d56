import TenonCore

/// Sends one message, and reads the answer.
struct PushSender {
    /// How long the answer may take, in milliseconds.
    private static let patience: Int64 = 10_000

    private let connection: PushSocket

    /// Sends by a connection.
    init(_ connection: PushSocket) { self.connection = connection }

    /// Sends a payload; blocks the thread until the answer is there.
    ///
    /// - Returns: Why it is refused; `nil` when it was taken.
    /// - Throws: ``PushError`` when there is no answer.
    func send(_ payload: [UInt8]) throws -> Explanation? {
        guard connection.send(payload) else { throw PushError.silent }
        connection.finish()
        guard
            let answer = connection.receive(upTo: PushAnswer.largest, within: Self.patience),
            let refusal = PushAnswer.refusal(in: answer)
        else { throw PushError.silent }
        return refusal.explanation
    }
}
