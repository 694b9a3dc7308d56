import FeedAPI
import FeedStore
import TenonCore
import TenonUI

/// Takes a post or an answer, with pictures; keeps what is typed and attached.
struct WritingInteractor: Interactor {
    /// Why what was filled in cannot be posted.
    enum Mistake: Sendable, Equatable {
        case nothing
        case longText(length: Int, most: Int)
        case longDescription(of: Int64, length: Int, most: Int)
        case unknownPicture
    }

    struct State: Sendable, Equatable {
        /// What is being written; `nil` while that is not known.
        var writing: Writing?
        /// Whether a picture is read, or all is about to be posted; nothing is typed meanwhile.
        var isTaken = false
        var isSending = false
        /// The part of its pictures that was sent; `nil` where none is on its way.
        var sent: Double?
        var problem: Explanation?
        var mistake: Mistake?
        /// What the server takes; `nil` while that is not known.
        var limits: InstanceLimits?
        /// What is answered, on one line.
        var answered: String?
    }

    enum Action: Sendable {
        case appear
        case type([WritingField: FieldValue])
        case attach([WritingField: FieldValue])
        case remove(Int64, [WritingField: FieldValue])
        case send([WritingField: FieldValue])
        case stop
        case discard
    }

    enum Mutation: Sendable {
        case write(Writing)
        case answering(String)
        case learn(InstanceLimits)
        case take
        case begin
        case upload(Double?)
        case end
        case fail(Explanation)
        case refuse(Mistake)
    }

    private static let largestPicture = 16 << 20

    let answered: PostID?
    let account: FeedAccount
    let files: any FileReading
    let confirmations: any ConfirmationPresenting
    let sending: LikeSwitch
    let localizer: Localizer
    let navigator: Navigator

    var initialState: State { State() }

    func transform(mutations: Flow<Mutation>) -> Flow<Mutation> {
        mutations.merge(with: Flow(account.uploads()).map { .upload($0?.fraction) })
    }

    func mutate(_ action: Action, _ state: State) -> Effect<Mutation> {
        guard !state.isTaken, var writing = state.writing else {
            switch action {
            case .appear: return appear(state)
            case .stop where state.isSending:
                return .run("stop", policy: .serial) { _ in
                    try await account.stopPosting(answering: answered)
                }
            default: return .none
            }
        }
        switch action {
        case .appear: return appear(state)
        case .stop: return .none
        case .discard:
            return taking { _ in
                try await account.discardWriting(answering: answered)
                navigator.back()
            }
        case .type(let fields):
            return keep(writing.typing(fields))
        case .remove(let number, let fields):
            writing = writing.typing(fields)
            writing.pictures.removeAll { $0.number == number }
            return .merge(
                keep(writing),
                .run("write", policy: .serial) { _ in
                    try await account.detach(number, answering: answered)
                })
        case .attach(let fields):
            let writing = writing.typing(fields)
            let file = fields.file(writing.nextPicture) ?? FileValue(name: "", content: .path(""))
            if let mistake = Self.mistake(in: file, state.limits) {
                return .merge(keep(writing), .just(.refuse(mistake)))
            }
            return taking(writing) { emit in
                emit(.write(try await attach(file, to: writing, state.limits)))
            }
        case .send(let fields):
            let writing = writing.typing(fields)
            let file = fields.file(writing.nextPicture).flatMap { $0.name.isEmpty ? nil : $0 }
            if let mistake = Self.mistake(in: writing, file, state.limits) {
                return .merge(keep(writing), .just(.refuse(mistake)))
            }
            return taking(writing) { emit in
                var writing = writing
                if let file {
                    writing = try await attach(file, to: writing, state.limits)
                    emit(.write(writing))
                }
                guard await isWanted(writing) else { return }
                emit(.begin)
                do {
                    if try await send(writing) != .takenBack { return navigator.back() }
                    // Who has stopped the sending writes on.
                    emit(.write(try await account.writing(answering: answered) ?? Writing()))
                } catch {
                    // What waits elsewhere now is not sent once more from here.
                    let rest = try await account.writing(answering: answered)
                    emit(.write(rest ?? Writing()))
                    throw error
                }
            }
        }
    }

    func reduce(_ state: inout State, _ mutation: Mutation) {
        switch mutation {
        case .write(let writing): state.writing = writing
        case .answering(let line): state.answered = line
        case .learn(let limits): state.limits = limits
        case .take: (state.isTaken, state.problem, state.mistake) = (true, nil, nil)
        case .begin: state.isSending = true
        case .upload(let part): state.sent = part
        case .end: (state.isTaken, state.isSending) = (false, false)
        case .fail(let problem): state.problem = problem
        case .refuse(let mistake): state.mistake = mistake
        }
    }

    func mutation(for error: any Error) -> Mutation? { .fail(Explanation(error)) }

    private func appear(_ state: State) -> Effect<Mutation> {
        .run("appear", policy: .latest) { emit in
            if state.writing == nil {
                emit(.write(try await account.writing(answering: answered) ?? Writing()))
            }
            if let answered, let post = try await account.discussion(of: answered)?.post {
                let name = PostText.person(post.account).name
                emit(.answering("\(name): \(PostText.line(of: post, localizer))"))
            }
            if let limits = try? await account.limits() { emit(.learn(limits)) }
        }
    }

    /// Takes what was typed, at once: one may leave with the next key.
    private func keep(_ writing: Writing) -> Effect<Mutation> {
        do {
            try account.keep(writing, answering: answered)
            return .just(.write(writing))
        } catch {
            return .merge(.just(.write(writing)), .just(.fail(Explanation(error))))
        }
    }

    /// Does something with what is being written, which nobody changes meanwhile.
    private func taking(
        _ writing: Writing? = nil,
        _ operation: @escaping @Sendable (@escaping Effect<Mutation>.Emit) async throws -> Void
    ) -> Effect<Mutation> {
        .merge(
            .just(.take), writing.map(keep) ?? .none,
            .run("write", policy: .serial) { emit in
                defer { emit(.end) }
                try await operation(emit)
            })
    }

    private func attach(
        _ file: FileValue, to writing: Writing, _ limits: InstanceLimits?
    ) async throws -> Writing {
        let limit = min(limits?.pictureBytes ?? .max, Self.largestPicture)
        let bytes = try await file.contents(readBy: files, limit: limit)
        let picture = Picture(
            bytes.withBytes { Array($0) }, name: file.name, type: Self.type(of: file.name))
        return try await account.attach(picture, to: writing, answering: answered)
    }

    private func send(_ writing: Writing) async throws -> Delivery {
        var draft = PostDraft(writing.text.trimmed)
        draft.warning = writing.warning.trimmed
        draft.visibility = writing.visibility
        draft.isSensitive = writing.isSensitive && !writing.pictures.isEmpty
        draft.answered = answered
        let delivery = try await sending.perform(.publish(draft), with: writing.pictures)
        // It is where the others are; the lists find it there.
        if answered == nil, delivery != .takenBack {
            try? await account.refresh(.home)
            try? await account.showNews(of: .home)
        }
        return delivery
    }

    /// Whether all pictures have words for those who cannot see them, or are wanted without.
    private func isWanted(_ writing: Writing) async -> Bool {
        let count = writing.pictures.count { $0.description.trimmed.isEmpty }
        guard count > 0 else { return true }
        return await confirmations.confirm(
            Confirmation(
                title: localizer(PostsText.noWordsTitle, count: count),
                message: localizer(PostsText.noWordsMessage),
                confirmTitle: localizer(PostsText.noWordsConfirm)))
    }
}

/// What a server does not take.
extension WritingInteractor {
    /// Why the server would refuse what was filled in; `nil` when it takes it, or its limits are unknown.
    private static func mistake(
        in writing: Writing, _ file: FileValue?, _ limits: InstanceLimits?
    ) -> Mistake? {
        guard !writing.text.trimmed.isEmpty || !writing.pictures.isEmpty || file != nil else {
            return .nothing
        }
        guard let limits else { return nil }
        let length = limits.length(of: writing.text.trimmed) + writing.warning.trimmed.count
        if length > limits.textLength {
            return .longText(length: length, most: limits.textLength)
        }
        let most = limits.descriptionLength
        for picture in writing.pictures where picture.description.trimmed.count > most {
            return .longDescription(
                of: picture.number, length: picture.description.trimmed.count, most: most)
        }
        return file.flatMap { mistake(in: $0, limits) }
    }

    /// Why the server would refuse a file; `nil` as above.
    private static func mistake(in file: FileValue, _ limits: InstanceLimits?) -> Mistake? {
        guard let types = limits?.mediaTypes, !types.isEmpty, !file.name.isEmpty else { return nil }
        return types.contains(type(of: file.name)) ? nil : .unknownPicture
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last?.lowercased() {
        case "jpg", "jpeg": "image/jpeg"
        case "gif": "image/gif"
        case "webp": "image/webp"
        default: "image/png"
        }
    }
}
