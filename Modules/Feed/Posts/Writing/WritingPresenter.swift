import FeedAPI
import FeedStore
import TenonCore
import TenonUI

/// The screen in which one writes.
struct WritingPresenter: Presenter {
    enum Command: String { case send, stop, discard, attach, remove }
    typealias FieldName = WritingField

    static let visibilities: [Post.Visibility] = [.everyone, .unlisted, .followers, .mentioned]

    /// How many pictures a post may have while the server has not said.
    private static let pictureCount = 4

    let location: Location
    let answered: PostID?
    /// Whether the server keeps what stays visible of a picture.
    let keepsFocus: Bool
    let localizer: Localizer

    func screen(for state: WritingInteractor.State) -> Screen {
        let problem = state.problem.map { Block.text(TextBlock($0, localizer)) }
        let progress = (state.isSending ? state.sent : nil).map {
            Block.progress(
                ProgressBlock(
                    id: "progress", label: localizer(PostsText.sendingPictures), fraction: $0))
        }
        return Screen(
            location: location,
            title: localizer(answered == nil ? PostsText.write : .answer),
            summary: state.answered ?? "",
            phase: phase(state),
            blocks: state.writing.map {
                [problem, progress].compactMap(\.self) + blocks($0, state)
            } ?? [],
            parent: answered.map { FeedRoute.post.location($0) })
    }

    private func phase(_ state: WritingInteractor.State) -> Phase {
        if state.isSending { return .loading(message: localizer(PostsText.sending)) }
        guard state.writing == nil else { return .ready }
        // What is there must be known before anything takes its place.
        return state.problem.map { .failed(Problem($0, localizer), retry: nil) }
            ?? .loading(message: localizer(PostsText.loading))
    }

    private func blocks(_ writing: Writing, _ state: WritingInteractor.State) -> [Block] {
        [.form(words(writing, state))]
            + (writing.pictures.isEmpty ? [] : [.facts(pictures(writing))])
            + (writing.pictures.count < state.limits?.media ?? Self.pictureCount
                ? [.form(further(writing, state))] : [])
    }

    private func words(_ writing: Writing, _ state: WritingInteractor.State) -> FormBlock {
        let text = Field(
            FieldName.text, label: localizer(PostsText.text),
            help: state.limits.map {
                localizer(PostsText.mostCharacters, ["number": localizer.number($0.textLength)])
            } ?? "",
            kind: .text(writing.text, isMultiline: true),
            problem: problem(state.mistake, of: .text), isLive: true)
        let warning = Field(
            text: FieldName.warning, label: localizer(PostsText.warning),
            help: localizer(PostsText.warningHelp), value: writing.warning, isLive: true)
        let visibility = Field(
            FieldName.visibility, label: localizer(PostsText.visibility),
            kind: .choice(
                writing.visibility.word,
                options: [
                    option(.everyone, .visibleToAll), option(.unlisted, .visibleUnlisted),
                    option(.followers, .visibleToFollowers),
                    option(.mentioned, .visibleToMentioned),
                ]), isLive: true)
        let ofPictures = numbered(writing).flatMap { number, picture in
            let words = description(of: picture, number, state.mistake)
            return keepsFocus ? [words, part(of: picture, number)] : [words]
        }
        let sensitive = Field(
            FieldName.sensitive, label: localizer(PostsText.coverPictures),
            help: localizer(PostsText.coverPicturesHelp), kind: .toggle(writing.isSensitive),
            isLive: true)
        return FormBlock(
            id: "post",
            fields: [text] + ofPictures + (writing.pictures.isEmpty ? [] : [sensitive])
                + [warning] + (answered == nil ? [visibility] : []),
            actions: state.isTaken
                ? stop(state)
                : [Action(Command.send, title: localizer(PostsText.send), role: .primary)]
                    + (writing.isBlank ? [] : [discard]))
    }

    /// What ends the sending of photographs, which takes long.
    private func stop(_ state: WritingInteractor.State) -> [Action] {
        state.isSending && state.sent != nil
            ? [Action(Command.stop, title: localizer(PostsText.stopSending))] : []
    }

    private func description(
        of picture: AttachedPicture, _ number: String, _ mistake: WritingInteractor.Mistake?
    ) -> Field {
        let name = WritingField(.description, picture.number)
        return Field(
            name, label: localizer(PostsText.description, ["number": number]),
            help: localizer(PostsText.descriptionHelp),
            kind: .text(picture.description, isMultiline: true),
            problem: problem(mistake, of: name), isLive: true)
    }

    private func part(of picture: AttachedPicture, _ number: String) -> Field {
        let titles: [(VisiblePart, PostsText)] = [
            (.middle, .partMiddle), (.top, .partTop), (.bottom, .partBottom), (.left, .partLeft),
            (.right, .partRight),
        ]
        return Field(
            WritingField(.part, picture.number),
            label: localizer(PostsText.part, ["number": number]),
            help: localizer(PostsText.partHelp),
            kind: .choice(
                picture.part.rawValue,
                options: titles.map {
                    Field.Option(id: $0.rawValue, title: localizer($1))
                }), isLive: true)
    }

    /// What is attached.
    private func pictures(_ writing: Writing) -> FactsBlock {
        let remove = Action(Command.remove, title: localizer(PostsText.remove), scope: .row)
        return FactsBlock(
            id: "pictures",
            facts: numbered(writing).map { number, picture in
                Fact(
                    id: "\(picture.number)",
                    label: localizer(PostsText.numberedPicture, ["number": number]),
                    value: .text(HarmlessText.line(picture.name)), actions: [remove])
            })
    }

    private func numbered(_ writing: Writing) -> [(number: String, picture: AttachedPicture)] {
        writing.pictures.enumerated().map { (localizer.number($0 + 1), $1) }
    }

    /// Takes one more.
    private func further(_ writing: Writing, _ state: WritingInteractor.State) -> FormBlock {
        FormBlock(
            id: "picture",
            fields: [
                Field(
                    writing.nextPicture, label: localizer(PostsText.file),
                    kind: .file(name: "", accepts: [".png", ".jpg", ".jpeg", ".webp", ".gif"]),
                    problem: problem(state.mistake, of: writing.nextPicture))
            ], actions: [Action(Command.attach, title: localizer(PostsText.attach))])
    }

    private var discard: Action {
        Action(
            Command.discard, title: localizer(UIText.discard), role: .destructive,
            confirmation: Confirmation(
                title: localizer(UIText.discardTitle),
                message: localizer(PostsText.discardMessage),
                confirmTitle: localizer(UIText.discard), cancelTitle: localizer(UIText.stay)))
    }

    private func problem(_ mistake: WritingInteractor.Mistake?, of field: FieldName) -> String? {
        switch (mistake, field.name) {
        case (.nothing, .text): localizer(PostsText.nothing)
        case (.longText(let length, let most), .text): tooLong(length, most)
        case (.longDescription(field.number, let length, let most), .description):
            tooLong(length, most)
        case (.unknownPicture, .picture): localizer(PostsText.unknownPicture)
        default: nil
        }
    }

    private func tooLong(_ length: Int, _ most: Int) -> String {
        localizer(
            PostsText.tooLong,
            ["length": localizer.number(length), "number": localizer.number(most)])
    }

    private func option(_ visibility: Post.Visibility, _ title: PostsText) -> Field.Option {
        Field.Option(id: visibility.word, title: localizer(title))
    }
}

extension SceneDefinition {
    /// A new post.
    static func write() throws -> SceneDefinition {
        try SceneDefinition(FeedRoute.write) { try writing($0, answered: nil) }
    }

    /// A new answer.
    static func answer() throws -> SceneDefinition {
        try SceneDefinition(FeedRoute.answer) { try writing($0, answered: $1) }
    }

    private static func writing(
        _ context: SceneContext, answered: PostID?
    ) throws -> any Scene {
        let account = try context.account
        return InteractiveScene(
            WritingInteractor(
                answered: answered, account: account, files: try context.ports[.files],
                confirmations: try context.ports[.confirmations],
                sending: try LikeSwitch(account, context), localizer: context.localizer,
                navigator: context.navigator),
            presenter: WritingPresenter(
                location: context.location, answered: answered, keepsFocus: account.keepsFocus,
                localizer: context.localizer),
            context: context
        ) { input, _ in
            switch input {
            case .appear: return .appear
            case .edit(let fields): return .type(fields)
            case .act(.send, let act): return .send(act.fields)
            case .act(.attach, let act): return .attach(act.fields)
            case .act(.remove, let act):
                return act.target(as: Int.self).map { .remove(Int64($0), act.fields) }
            case .act(.stop, _): return .stop
            case .act(.discard, _): return .discard
            default: return nil
            }
        }
    }
}
