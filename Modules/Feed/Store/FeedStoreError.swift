import Glibc
package import TenonCore

/// What can go wrong with what belongs to an account.
package typealias FeedStoreError = ModuleError<FeedStoreErrors>

/// Tells ``FeedStoreError`` apart from the errors of other modules.
package enum FeedStoreErrors {}

extension FeedStoreError {
    /// Something of an account was asked for while nobody is signed in.
    package static var nobody: FeedStoreError {
        FeedStoreError(.feedNobody, "Nobody is signed in.", remedy: "Sign in first.")
    }

    /// A picture of a post is not there any more when it is to be sent.
    static func noPicture(_ name: String) -> FeedStoreError {
        FeedStoreError(
            .feedNoPicture, "\(name) is not attached any more.",
            remedy: "Remove it, and attach it again.")
    }

    /// A lock that another program has, or whose file cannot be made.
    static func unlockable(_ path: String, _ code: Int32) -> FeedStoreError {
        guard code != EWOULDBLOCK else {
            return FeedStoreError(
                .feedLocked, "Another program is busy with the same account.",
                remedy: "Try again in a moment.")
        }
        return FeedStoreError(
            .feedLocked, "\(path) cannot be written: \(String(cString: strerror(code))).",
            remedy: "Check that you may write there.")
    }
}

extension ErrorCode {
    /// Nobody is signed in.
    package static let feedNobody = ErrorCode("feed.nobody", .noPermission)
    /// A picture was removed elsewhere.
    static let feedNoPicture = ErrorCode("feed.no-picture", .badData)
    /// Another program does the same at this moment.
    static let feedLocked = ErrorCode("feed.locked", .tryLater)
}
