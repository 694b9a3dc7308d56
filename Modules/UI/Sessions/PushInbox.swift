import Synchronization
import TenonCore

/// Takes what other programs send, for the session that began last.
final class PushInbox: Sendable {
    /// The session that began last, which is not kept alive by this.
    private struct Latest {
        weak var session: Session?
    }

    /// The most characters of what a message says.
    private static let longestWords = 300

    private let latest = Mutex(Latest())
    private let signal = Broadcast<Void>()

    /// Notes that a session begins.
    func begin(_ session: Session) { latest.withLock { $0.session = session } }

    /// A value each time that a message was taken.
    func changes() -> AsyncStream<Void> { signal.changes() }

    /// Opens what a message leads to, and shows what it says.
    ///
    /// - Parameters:
    ///   - payload: JSON, as `PushMessage` has it.
    ///   - scheme: The scheme of the application.
    ///   - localizer: The language of the refusal.
    /// - Returns: Why nothing is opened; `nil` when it was asked for.
    func take(_ payload: [UInt8], scheme: String, localizer: Localizer) -> Explanation? {
        do {
            guard let session = latest.withLock({ $0.session }), !session.isEnded else {
                throw SessionError.ended
            }
            let message = try PushMessage(json: payload)
            if let location = try message.location(scheme: scheme) {
                try session.send(.open(location))
            }
            let words = [message.title, message.body].compactMap(\.self).joined(separator: ": ")
            if !words.isEmpty {
                session.questionQueue.notify(
                    Notice(HarmlessText.line(String(words.prefix(Self.longestWords)))))
            }
            signal.send(())
            return nil
        } catch {
            let explanation = Explanation(error)
            return Explanation(
                SessionError(
                    explanation.code,
                    Sentence(verbatim: localizer.text(of: explanation.message)),
                    remedy: Sentence(verbatim: localizer.text(of: explanation.remedy))))
        }
    }
}
