import FeedAPI
import TenonCore

/// Tells the server what waits, one after the other, each once.
///
/// A post whose reply did not come may be there. It is only sent again while the server tells
/// repetitions apart; else the person is told, who looks and decides.
actor ErrandSender {
    /// What became of an errand.
    enum Outcome: Sendable {
        case sent
        case refused(FeedError)
        case waiting(Explanation)
        case takenBack
    }

    /// What is no use to send again as it is.
    private static let refusals: [ErrorCode] = [
        .feedRefused, .feedMissing, .feedUnsupported, .feedBadPicture, .feedPerhapsPosted,
    ]
    /// How long another program may be busy with the same before this one leaves it to it.
    private static let patience = Duration.seconds(10)
    /// How long a server tells a repeated post apart; Mastodon does so for an hour.
    private static let memory: Int64 = 50 * 60 * 1000

    private let client: FeedClient
    private let file: FeedFile
    private let account: Int64
    private let desk: WritingDesk
    private let clock: any TimeTelling
    private let progress: Broadcast<UploadProgress?>
    private var last: Task<Void, Never>?
    /// What became of the errands that somebody waits for.
    private var outcomes: [Int64: Outcome] = [:]
    private var awaited: Set<Int64> = []
    private var obstacle: Explanation?
    /// The picture that is on its way, and for which errand.
    private var upload: (errand: Int64, task: Task<MediaAttachment, any Error>)?

    init(
        client: FeedClient, file: FeedFile, account: Int64, desk: WritingDesk,
        progress: Broadcast<UploadProgress?>, clock: any TimeTelling
    ) {
        self.client = client
        self.file = file
        self.account = account
        self.desk = desk
        self.progress = progress
        self.clock = clock
    }

    /// Sends what waits, and says what became of one of them.
    func send(upTo number: Int64) async -> Outcome {
        awaited.insert(number)
        await withTaskCancellationHandler {
            await sendAll()
        } onCancel: {
            // Who has gone away is not told.
            Task { await forget(number) }
        }
        awaited.remove(number)
        if let outcome = outcomes.removeValue(forKey: number) { return outcome }
        // A later errand about the same has taken its place.
        return obstacle.map { .waiting($0) } ?? .sent
    }

    private func forget(_ number: Int64) { awaited.remove(number) }

    /// Takes an errand back, and ends the sending of a picture for it.
    ///
    /// A post becomes what is being written again, unless another one was begun in its place.
    func takeBack(_ number: Int64) async throws {
        try await file.write { [account, desk] records in
            guard
                let waiting = try records.errands(of: account).first(where: { $0.number == number })
            else { return }
            // What may be there already is not written on, which would post it twice.
            if try waiting.begun != nil || !records.giveBack(waiting, of: account, unless: desk) {
                try records.removeErrand(number, of: account)
            }
        }
        end(number)
    }

    /// Takes the last post or answer that is still to be sent back, to write on.
    ///
    /// A post itself that is on its way is not held up: nobody could say whether it is there.
    func takeBack(answering answered: PostID?) async throws {
        let number = try await file.write { [account, desk] records -> Int64? in
            let waiting = try records.errands(of: account).last { waiting in
                guard case .publish(let draft) = waiting.errand else { return false }
                return draft.answered == answered && waiting.refusal.isEmpty && waiting.begun == nil
            }
            guard let waiting, try records.giveBack(waiting, of: account, unless: desk) else {
                return nil
            }
            return waiting.number
        }
        if let number { end(number) }
    }

    /// Ends the sending of a picture for an errand that was taken back, and says so to who waits for it.
    private func end(_ errand: Int64) {
        if awaited.contains(errand) { outcomes[errand] = .takenBack }
        if let upload, upload.errand == errand { upload.task.cancel() }
    }

    /// Sends what waits, after whatever is being sent already; not ended by who asked going away.
    func sendAll() async {
        let previous = last
        let task = Task {
            await previous?.value
            await self.drain()
        }
        last = task
        await task.value
    }

    private func drain() async {
        obstacle = nil
        do {
            guard try await nextErrand() != nil else { return }
            let turn = try await FileLock(
                file.lock(of: account), clock: clock, patience: Self.patience)
            defer { withExtendedLifetime(turn) {} }
            while let next = try await nextErrand() {
                let outcome = try await deliver(next)
                if awaited.contains(next.number) { outcomes[next.number] = outcome }
                if case .waiting(let reason) = outcome {
                    obstacle = reason
                    return
                }
            }
        } catch {
            obstacle = Explanation(error)
        }
    }

    private func nextErrand() async throws -> WaitingErrand? {
        try await file.read { [account] in
            try $0.errands(of: account).first { $0.refusal.isEmpty }
        }
    }

    private func deliver(_ waiting: WaitingErrand) async throws -> Outcome {
        do {
            switch waiting.errand {
            case .like(let id, let likes):
                let post = likes ? try await client.like(id) : try await client.unlike(id)
                try await finish(waiting, keeping: [post])
            case .follow(let id, let follows):
                let relationship =
                    follows ? try await client.follow(id) : try await client.unfollow(id)
                try await finish(waiting, keeping: [relationship])
            case .publish(var draft):
                try checkRepetition(waiting)
                draft.media += try await sendPictures(of: waiting)
                guard let post = try await publish(draft, waiting) else { return .takenBack }
                try await finish(waiting, keeping: [post])
            }
            return .sent
        } catch let error as FeedError
            where Self.refusals.contains(error.code)
        {
            try await refuse(waiting, because: error)
            return .refused(error)
        } catch let error as FeedError {
            return .waiting(Explanation(error))
        } catch is CancellationError {
            // It was taken back, unless the network is being shut down.
            if try await nextErrand()?.number == waiting.number { throw CancellationError() }
            return .takenBack
        }
    }

    /// - Throws: ``FeedError`` when the post may be there, and would be there twice.
    private func checkRepetition(_ waiting: WaitingErrand) throws {
        guard let begun = waiting.begun else { return }
        let age = clock.now().milliseconds - begun.milliseconds
        guard client.traits.knowsRepeatedPosts, (0..<Self.memory).contains(age) else {
            throw FeedError.perhapsPosted(at: client.origin)
        }
    }

    /// Posts something.
    ///
    /// - Returns: `nil` when it was taken back meanwhile.
    private func publish(_ draft: PostDraft, _ waiting: WaitingErrand) async throws -> Post? {
        let now = clock.now()
        let isWaiting = try await file.write { [account] in
            try $0.begin(waiting.number, at: now, of: account)
        }
        guard isWaiting else { return nil }
        do {
            return try await client.publish(draft)
        } catch let error as FeedError {
            if error.isWithoutEffect {
                // What was begun before this may still be there.
                guard waiting.begun == nil else { throw error }
                try await file.write { [account] in try $0.unbegin(waiting.number, of: account) }
            } else if !client.traits.knowsRepeatedPosts, !Self.refusals.contains(error.code) {
                throw FeedError.perhapsPosted(at: client.origin, cause: error)
            }
            throw error
        }
    }

    /// Sends the pictures of a post, each once, also when the post has to be sent again.
    ///
    /// - Throws: `CancellationError` when the post was taken back meanwhile; what a client throws.
    private func sendPictures(of waiting: WaitingErrand) async throws -> [MediaID] {
        let errand = waiting.errand
        let uploads = try await file.read { [account] in
            try $0.pictures(of: errand, of: account)
        }
        var names: [MediaID] = []
        let length = uploads.reduce(0) { $0 + $1.picture.bytes.count }
        var done = 0
        defer { progress.sendIfNew(nil) }
        for picture in uploads {
            defer { done += picture.picture.bytes.count }
            if let media = picture.media {
                names.append(media)
                continue
            }
            guard try await isWaiting(waiting) else { throw CancellationError() }
            let task = Task { [client, progress, done] in
                try await client.upload(
                    picture.picture, description: picture.description, focus: picture.part.focus
                ) { sent in
                    progress.sendIfNew(
                        UploadProgress(errand: waiting.number, sent: done + sent, of: length))
                }
            }
            upload = (waiting.number, task)
            defer { upload = nil }
            let media = try await task.value
            try await file.write { [account] in
                try $0.set(media.id, of: errand, at: picture.place, account)
            }
            names.append(media.id)
        }
        return names
    }

    private func isWaiting(_ errand: WaitingErrand) async throws -> Bool {
        try await file.read { [account] in try $0.isWaiting(errand.number, of: account) }
    }

    private func finish(_ errand: WaitingErrand, keeping values: [some Keepable]) async throws {
        try await file.write { [account] records in
            // The person may have logged out while the server was asked.
            guard try records.hasAccount(account) else { return }
            try records.keep(values, of: account)
            try records.removeErrand(errand.number, of: account)
        }
    }

    private func refuse(_ errand: WaitingErrand, because error: FeedError) async throws {
        // Who waits for it writes on, and is told; what may be there is to be looked for later, too.
        let isAwaited =
            awaited.contains(errand.number) && error.code != .feedPerhapsPosted
        try await file.write { [account, desk] records in
            // The person may have taken it back, or logged out.
            guard try records.isWaiting(errand.number, of: account) else { return }
            guard case .publish = errand.errand else {
                return try records.removeErrand(errand.number, of: account)
            }
            if try !isAwaited || !records.giveBack(errand, of: account, unless: desk) {
                try records.refuseErrand(errand.number, "\(error.message)", of: account)
                // The server may have thrown them away; who tries again sends them again.
                try records.set(nil, of: errand.errand, account)
            }
        }
    }
}

extension FeedRecords {
    /// Makes a post that waits what is being written again.
    ///
    /// - Parameter desk: Where another one may have been begun in its place.
    /// - Returns: Whether that was done; not when another one was begun, and for no other errand.
    fileprivate func giveBack(
        _ waiting: WaitingErrand, of account: Int64, unless desk: WritingDesk
    ) throws -> Bool {
        guard case .publish(let draft) = waiting.errand else { return false }
        let place = WritingDesk.Place(account: account, answered: draft.answered)
        guard desk.writing(at: place) == nil,
            try writing(answering: draft.answered, of: account) == nil
        else { return false }
        var writing = Writing(draft)
        writing.pictures = try takeBackPictures(
            of: waiting.errand, answering: draft.answered, of: account)
        try removeErrand(waiting.number, of: account)
        try keep(writing, answering: draft.answered, of: account)
        return true
    }
}
