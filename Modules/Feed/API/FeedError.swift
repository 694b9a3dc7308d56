package import TenonCore
import TenonNetworking

extension ErrorCode {
    /// The server does not know the sign-in any more.
    package static let feedSignedOut = ErrorCode("feed.signed-out", .noPermission)
    /// The server does not have what was asked for.
    package static let feedMissing = ErrorCode("feed.missing", .unavailable)
    /// The server does not permit it, or does not take what was sent.
    package static let feedRefused = ErrorCode("feed.refused", .unavailable)
    /// There were too many requests.
    package static let feedRateLimited = ErrorCode("feed.rate-limited", .tryLater)
    /// The reply is not what was expected.
    package static let feedUnreadable = ErrorCode("feed.unreadable", .badData)
    /// The server cannot do it at all.
    package static let feedUnsupported = ErrorCode("feed.unsupported", .unavailable)
    /// The server could not make anything of a picture.
    package static let feedBadPicture = ErrorCode("feed.bad-picture", .badData)
    /// It is not known whether a post is there.
    package static let feedPerhapsPosted = ErrorCode("feed.perhaps-posted", .tryLater)
}

/// Why a server was not asked, or did not do it.
///
/// Its texts name no path, token or password; what the server says is shown as one line of harmless text.
package struct FeedError: ExplainedError {
    package let code: ErrorCode
    package let message: Sentence
    package let remedy: Sentence
    package let cause: (any Error)?
    /// The status that the server replied with; `nil` when there was no reply.
    package private(set) var status: Int?
    /// How long the server asks to wait; `nil` when it does not say.
    package private(set) var retryAfter: Duration?
    private var isOfToken = false

    private init(
        _ code: ErrorCode, _ message: Sentence, _ remedy: Sentence, cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.remedy = remedy
        self.cause = cause
    }
}

extension FeedError {
    /// Whether the person has to sign in again.
    package var isSignedOut: Bool { code == .feedSignedOut }

    /// Whether the server certainly did not do what it was asked.
    package var isWithoutEffect: Bool {
        if isOfToken { return true }
        if let error = cause as? NetworkError { return !error.mayHaveArrived }
        return [.feedSignedOut, .feedRateLimited].contains(code)
    }

    /// The same error, of getting another token after the server had refused.
    var ofToken: FeedError {
        var error = self
        error.isOfToken = true
        return error
    }

    /// What the networking module says, in the words of this one where it has any.
    init(_ error: NetworkError, at origin: String) {
        switch (error.code, error.status) {
        case (.networkStatus, 429):
            self = .rateLimited(origin, retryAfter: error.retryAfter)
        case (.networkUnreadable, _):
            self = .unreadable(origin, cause: error.cause)
        default:
            self.init(error.code, error.message, error.remedy, cause: error)
            status = error.status
            retryAfter = error.retryAfter
        }
    }

    /// What another module says, in its own words.
    init(_ error: any ExplainedError) {
        self.init(error.code, error.message, error.remedy, cause: error)
    }

    /// What a reply says with which the server refuses.
    init(_ refusal: Refusal, at origin: String, traits: ServerTraits) {
        let isPlainSignedOut =
            refusal.isPlainText && refusal.status == traits.plainSignedOutStatus
        let code: ErrorCode
        var message: Sentence
        var remedy: Sentence = ""
        switch refusal.status {
        case 401,
            _ where isPlainSignedOut:
            code = .feedSignedOut
            message = "\(origin) does not know this sign-in any more."
            remedy = "Sign in again."
        case 404, 410:
            self = .missing(origin)
            status = refusal.status
            return
        default:
            code = .feedRefused
            message = "\(origin) refused the request (status \(refusal.status))."
            if let words = refusal.message {
                let reason: Sentence = "It says: \(words)"
                message = Sentence(joining: [message, reason])
            }
        }
        self.init(code, message, remedy)
        status = refusal.status
    }

    static func rateLimited(_ origin: String, retryAfter: Duration?) -> FeedError {
        let seconds = retryAfter.map { max(1, ($0 + .milliseconds(999)).components.seconds) }
        let remedy: Sentence = seconds.map { "Try again in \($0) seconds." } ?? "Try again later."
        var error = FeedError(
            .feedRateLimited, "\(origin) takes no more requests at the moment.", remedy)
        error.status = 429
        error.retryAfter = retryAfter
        return error
    }

    static func unreadable(_ origin: String, cause: (any Error)?) -> FeedError {
        switch cause as? WrongContent {
        case .page:
            FeedError(
                .feedUnreadable, "A web page came in place of the reply of \(origin).",
                "Check the address of the server, and whether this network wants a sign-in.",
                cause: cause)
        case .cut:
            FeedError(
                .feedUnreadable, "The reply of \(origin) ends too early.", "Try again.",
                cause: cause)
        case .other, nil:
            FeedError(
                .feedUnreadable, "The reply of \(origin) is not what was expected.",
                "Check the address of the server.", cause: cause)
        }
    }

    static func missing(_ origin: String) -> FeedError {
        FeedError(
            .feedMissing, "\(origin) does not have what was asked for.",
            "It may have been deleted.")
    }

    /// A post may be there, and the server would take it once more.
    package static func perhapsPosted(
        at origin: String, cause: (any Error)? = nil
    ) -> FeedError {
        FeedError(
            .feedPerhapsPosted, "It is not known whether \(origin) has taken the post.",
            "Look for it before you send it again.", cause: cause)
    }

    static func unsupported(_ origin: String) -> FeedError {
        FeedError(
            .feedUnsupported, "\(origin) cannot do this.", "Do it on the page of the server.")
    }

    static func badPicture(_ origin: String) -> FeedError {
        FeedError(
            .feedBadPicture, "\(origin) could not process the picture.",
            "Try another one, or make it smaller.")
    }
}
