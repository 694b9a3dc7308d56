package import TenonCore
import TenonNetworking
package import TenonUI

/// What a screen says when the server could not be asked, or did not do it.
extension Explanation {
    /// Says above what was seen before why it is not of today, and what one can do.
    package func note(_ localizer: Localizer) -> Block {
        let reason = [message, remedy].map { localizer.text(of: $0) }.filter { !$0.isEmpty }
        return .text(
            TextBlock(
                localizer(PostsText.offline, ["reason": reason.joined(separator: " ")]),
                tone: .caution))
    }

    /// The phase of a screen of which nothing was seen before.
    package func phase(retry: String, _ localizer: Localizer) -> Phase {
        var problem = Problem(self, localizer)
        if isUnanswered { problem.message = "\(localizer(PostsText.unseen)) \(problem.message)" }
        return .failed(problem, retry: retry)
    }

    /// Says in the place of a part of a screen that it was not seen before; nothing where the server
    /// has answered.
    package func unseen(_ localizer: Localizer) -> [Block] {
        isUnanswered ? [.text(TextBlock(localizer(PostsText.unseen)))] : []
    }

    /// Whether the server said nothing at all, as without a network.
    private var isUnanswered: Bool {
        [.networkUnreachable, .networkTimedOut, .networkInterrupted].contains(code)
    }
}
