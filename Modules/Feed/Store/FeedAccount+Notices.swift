package import FeedAPI
import TenonCore

extension FeedAccount {
    /// The notifications that the person has not read, of those that are kept.
    package func unreadNotices() async throws -> Set<NotificationID> {
        try await file.read { [number] in
            try $0.unread(FeedList<FeedNotification>.notices.name, of: number)
        }
    }

    /// Fetches new notifications, and takes over how far the person has read on other machines.
    ///
    /// - Throws: `FeedError`, `CancellationError`, what the database throws.
    package func refreshNotices() async throws {
        try await refresh(.notices)
        do {
            try await agreeOnReading()
        } catch let error as FeedError where !error.isSignedOut {
            // A server without markers; then only this machine knows.
        }
        signal.send()
    }

    /// Notes that the person has read what is shown, here and at the server.
    ///
    /// A server that cannot be told is told after the next refreshment.
    package func markNoticesRead() async throws {
        let list = FeedList<FeedNotification>.notices
        let last = try await write { [number] records -> NotificationID? in
            let known: ListRecord<FeedNotification>? = try records.list(list.name, of: number)
            guard let known else { return nil }
            let top: [FeedNotification] = try records.elements(
                from: known.shown, 0..<1, of: list.name, number)
            guard let last = top.first?.id,
                try records.word(list.name, in: .markers, of: number) != last.text
            else { return nil }
            try records.keep(last.text, list.name, in: .markers, of: number)
            return last
        }
        guard let last else { return }
        signal.send()
        _ = try? await client.mark(notices: last)
    }

    /// What was read last on any machine is what was read last.
    private func agreeOnReading() async throws {
        let list = FeedList<FeedNotification>.notices.name
        let theirs = try await client.markers().notices?.lastRead
        let ahead = try await write { [number] records -> NotificationID? in
            let ours = try records.word(list, in: .markers, of: number)
            guard let ours, let place = try records.place(of: ours, in: list, number) else {
                if let theirs { try records.keep(theirs, list, in: .markers, of: number) }
                return nil
            }
            let other = try theirs.flatMap { try records.place(of: $0, in: list, number) }
            guard let other else { return NotificationID(ours) }
            if other > place, let theirs {
                try records.keep(theirs, list, in: .markers, of: number)
            }
            return other < place ? NotificationID(ours) : nil
        }
        if let ahead { _ = try await client.mark(notices: ahead) }
    }
}

extension FeedRecords {
    /// What stands above the last one that the person has read; all when it is gone.
    func unread(_ list: String, of account: Int64) throws -> Set<NotificationID> {
        let marker = try word(list, in: .markers, of: account)
        let last = try marker.flatMap { try place(of: $0, in: list, account) }
        var unread: Set<NotificationID> = []
        try connection.query(
            "SELECT id FROM feed_entry WHERE account = ? AND list = ? AND place > ?",
            [.integer(account), .text(list), .integer(last ?? .min)]
        ) { row in
            if let id = NotificationID(row.text(0)) { unread.insert(id) }
        }
        return unread
    }
}
