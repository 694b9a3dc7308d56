import FeedAPI
import TenonCore

/// Takes away what was not looked at for longest, until what is kept is small enough.
///
/// What the person reads, likes, has posted or still has to send stays.
extension FeedRecords {
    /// The lists that are cut at their ends, and never dropped.
    private static let mainLists = ["home", "public", "notices"]

    /// How many bytes are kept of an account, without the database's own.
    func size(of account: Int64) throws -> Int {
        var size = 0
        try connection.query(
            "SELECT coalesce(sum(length(value)), 0) FROM feed_thing WHERE account = ?",
            [.integer(account)]
        ) { size = Int($0.integer(0)) }
        return size
    }

    /// Makes what is kept of an account smaller than a number of bytes, as far as that is possible.
    ///
    /// - Parameters:
    ///   - limit: The number.
    ///   - own: The account on its server.
    func trim(_ account: Int64, to limit: Int, own: AccountID) throws {
        guard try size(of: account) > limit else { return }
        // Room for a while, so that this is seldom.
        let goal = limit / 4 * 3
        for list in try otherLists(of: account) {
            try clear(list, of: account)
            try connection.execute(
                "DELETE FROM feed_list WHERE account = ? AND list = ?",
                [.integer(account), .text(list)])
            try removeOrphans(of: account, own: own)
            guard try size(of: account) > goal else { return }
        }
        var isShorter = true
        while isShorter, try size(of: account) > goal {
            isShorter = false
            for list in Self.mainLists where try cut(list, of: account) { isShorter = true }
            try removeOrphans(of: account, own: own)
        }
    }

    /// The lists beside the main ones, those first that were not used for longest.
    private func otherLists(of account: Int64) throws -> [String] {
        var lists: [String] = []
        try connection.query(
            "SELECT list FROM feed_list WHERE account = ? ORDER BY used", [.integer(account)]
        ) { lists.append($0.text(0)) }
        return lists.filter { !Self.mainLists.contains($0) }
    }

    /// Cuts the last page off a list, unless the person reads there or it is the only one.
    ///
    /// - Returns: Whether anything was cut off.
    private func cut(_ list: String, of account: Int64) throws -> Bool {
        var ends: [(place: Int64, older: [UInt8])] = []
        try connection.query(
            """
            SELECT place, older FROM feed_entry
                WHERE account = ? AND list = ? AND older IS NOT NULL ORDER BY place LIMIT 2
            """, [.integer(account), .text(list)]
        ) { ends.append(($0.integer(0), $0.blob(1))) }
        let known: ListRecord<Post>? = try self.list(list, of: account)
        guard let known, let end = ends.last else { return false }
        let bottom = try edge(above: false, of: list, account)
        // The first may be the end of the list already.
        let target = ends[0].place > bottom ? ends[0] : end
        let reading = try place(of: known.reading, in: list, account) ?? known.shown
        guard target.place > bottom, target.place < reading else { return false }
        try connection.execute(
            "DELETE FROM feed_entry WHERE account = ? AND list = ? AND place < ?",
            [.integer(account), .text(list), .integer(target.place)])
        try connection.execute(
            "UPDATE feed_list SET older = ? WHERE account = ? AND list = ?",
            [.blob(target.older), .integer(account), .text(list)])
        return true
    }

    /// Removes what is on no list any more, but for what the person likes, has posted, or is to be
    /// sent something about.
    private func removeOrphans(of account: Int64, own: AccountID) throws {
        let errands = try errands(of: account).map(\.errand)
        var gone: [String] = []
        try connection.query(
            """
            SELECT t.value FROM feed_thing t WHERE t.account = ? AND t.kind = ?
                AND NOT EXISTS (SELECT 1 FROM feed_entry e
                    WHERE e.account = t.account AND e.id = t.id)
            """, [.integer(account), .text(Post.kind)]
        ) { row in
            guard let post: Post = Self.value(of: row.blob(0)) else { return }
            let isWanted =
                post.isLiked || post.account.id == own
                || errands.contains { $0.concerns(post.id) }
            if !isWanted { gone.append(post.id.text) }
        }
        for name in gone { try forget(Post.self, name, of: account) }
        try connection.execute(
            """
            DELETE FROM feed_thing WHERE account = ? AND kind IN (?, ?)
                AND NOT EXISTS (SELECT 1 FROM feed_entry e
                    WHERE e.account = feed_thing.account AND e.id = feed_thing.id)
            """, [.integer(account), .text(FeedNotification.kind), .text(Hashtag.kind)])
        try removeForgottenPeople(of: account, own: own)
    }

    /// Removes people on no list of whom no post and no notification is there any more.
    private func removeForgottenPeople(of account: Int64, own: AccountID) throws {
        try connection.execute(
            """
            DELETE FROM feed_thing WHERE account = ? AND kind IN (?, ?) AND id <> ?
                AND NOT EXISTS (SELECT 1 FROM feed_thing p
                    WHERE p.account = feed_thing.account AND p.owner = feed_thing.id)
                AND NOT EXISTS (SELECT 1 FROM feed_entry e
                    WHERE e.account = feed_thing.account AND e.id = feed_thing.id)
            """,
            [
                .integer(account), .text(Account.kind), .text(Relationship.kind),
                .text(own.text),
            ])
    }
}

extension Errand {
    /// Whether it is about a post.
    fileprivate func concerns(_ post: PostID) -> Bool {
        switch self {
        case .like(let id, _): id == post
        case .follow: false
        case .publish(let draft): draft.answered == post
        }
    }
}
