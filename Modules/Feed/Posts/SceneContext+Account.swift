package import FeedStore
import TenonCore
package import TenonUI

extension SceneContext {
    /// The account of the person who is signed in.
    ///
    /// - Throws: `FeedStoreError` when nobody is.
    package var account: FeedAccount {
        get throws {
            guard let account = ports[.feedAccount] else { throw FeedStoreError.nobody }
            return account
        }
    }
}
