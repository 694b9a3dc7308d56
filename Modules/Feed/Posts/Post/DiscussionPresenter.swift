import FeedAPI
import FeedStore
import TenonCore
import TenonNetworking
import TenonUI

/// The screen of a post, or of what was said about it alone.
struct DiscussionPresenter: Presenter {
    enum Command: String {
        case refresh, reveal, likePost = "like-post", unlikePost = "unlike-post", answer, likers
        case delete, open, like, unlike, author
    }

    let id: PostID
    let location: Location
    /// Whether only the answers are shown.
    let isAnswersOnly: Bool
    let isOwn: @Sendable (AccountID) -> Bool
    let localizer: Localizer

    func screen(for state: DiscussionInteractor.State) -> Screen {
        Screen(
            location: location, title: title(state), summary: "", phase: phase(state),
            blocks: blocks(state), actions: actions(state),
            parent: isAnswersOnly ? FeedRoute.post.location(id) : nil)
    }

    private func title(_ state: DiscussionInteractor.State) -> String {
        guard let post = state.discussion?.post else { return localizer(PostsText.title) }
        let name = PostText.person(post.account).name
        return localizer(
            isAnswersOnly ? PostsText.commentsTitle : PostsText.postTitle, ["name": name])
    }

    private func phase(_ state: DiscussionInteractor.State) -> Phase {
        if let discussion = state.discussion {
            guard isAnswersOnly else { return .ready }
            if discussion.answers?.isEmpty == true {
                return .empty(
                    message: localizer(PostsText.noComments), action: Command.answer.rawValue)
            }
            return discussion.answers == nil && state.problem == nil
                ? .loading(message: localizer(PostsText.loading)) : .ready
        }
        if let problem = state.problem {
            return problem.phase(retry: Command.refresh.rawValue, localizer)
        }
        return .loading(message: localizer(PostsText.loading))
    }

    private func blocks(_ state: DiscussionInteractor.State) -> [Block] {
        guard let discussion = state.discussion else { return [] }
        let note = state.problem.map { $0.note(localizer) }
        let answers = answers(discussion, state.problem)
        guard !isAnswersOnly else { return [note].compactMap(\.self) + answers }
        // A part of the page, and not a list with something above it.
        let comments =
            answers.isEmpty
            ? []
            : [
                Block.group(
                    GroupBlock(
                        id: "comments", title: localizer(PostsText.comments), blocks: answers))
            ]
        return [note].compactMap(\.self) + answered(discussion.answered)
            + post(discussion.post, state.isRevealed) + comments
    }

    /// What the post answers, and the way there.
    private func answered(_ post: Post?) -> [Block] {
        guard let post else { return [] }
        let line = PostText.line(of: post, localizer)
        let words = line.isEmpty ? localizer(PostsText.noText) : line
        let link = TextSpan(
            "\(PostText.person(post.account).name): \(words)",
            link: .location(FeedRoute.post.location(post.id)))
        let fact = Fact(id: "answered", label: localizer(PostsText.answered), value: .spans([link]))
        return [.facts(FactsBlock(id: "answered", facts: [fact]))]
    }

    private func post(_ post: Post, _ isRevealed: Bool) -> [Block] {
        let isCovered = post.warning != nil && !isRevealed
        let words = post.warning ?? (post.isSensitive ? localizer(PostsText.sensitive) : nil)
        let warning = words.map { Block.text(TextBlock(HarmlessText.line($0), tone: .caution)) }
        let paragraphs = PostText.paragraphs(of: post)
        let text =
            paragraphs.isEmpty || isCovered
            ? [] : [Block.richText(RichTextBlock(id: "text", paragraphs: paragraphs))]
        let pictures = Self.isCovered(post) && !isRevealed ? [] : pictures(of: post)
        return [.facts(author(post)), warning].compactMap(\.self) + text + pictures
            + [.facts(likes(post))]
    }

    /// Whether something of it is shown on demand only.
    private static func isCovered(_ post: Post) -> Bool {
        post.warning != nil || post.isSensitive && !post.media.isEmpty
    }

    /// The pictures themselves, and where to find what is more than a picture.
    private func pictures(of post: Post) -> [Block] {
        let images = PostText.images(of: post)
        let shown = Set(images.map(\.media).filter { $0.kind == .image }.map(\.id))
        let facts = post.media.enumerated().compactMap { index, picture -> Fact? in
            guard !shown.contains(picture.id) else { return nil }
            let words =
                picture.description.map(HarmlessText.line)
                ?? localizer(PostsText.noDescription)
            let address = (picture.address ?? picture.preview)?.text
            return Fact(
                id: "picture-\(index)",
                label: localizer(
                    PostsText.pictureLabel, ["number": localizer.number(index + 1)]),
                value: address.map { .link(text: words, address: $0) } ?? .text(words))
        }
        let blocks = images.map { media, image in
            Block.image(ImageBlock(id: "image-\(media.id.text)", image: image))
        }
        return facts.isEmpty
            ? blocks : blocks + [.facts(FactsBlock(id: "pictures", facts: facts))]
    }

    private func author(_ post: Post) -> FactsBlock {
        let author = Fact(
            id: "author", label: localizer(PostsText.by),
            value: .person(
                PostText.person(post.account), location: FeedRoute.user.location(post.account.id)))
        let created = post.created.map {
            Fact(id: "created", label: localizer(PostsText.when), value: .moment(Moment($0)))
        }
        return FactsBlock(id: "about", facts: [author, created].compactMap(\.self))
    }

    private func likes(_ post: Post) -> FactsBlock {
        let likes = Fact(
            id: "likes", label: localizer(PostsText.likes),
            value: .spans(
                [
                    TextSpan(
                        localizer.number(post.likes),
                        link: post.likes > 0 ? .location(FeedRoute.likes.location(post.id)) : nil),
                    TextSpan(post.isLiked ? " · \(localizer(PostsText.likedByYou))" : ""),
                ].filter { !$0.text.isEmpty }))
        return FactsBlock(id: "reactions", facts: [likes])
    }

    private func answers(_ discussion: Discussion, _ problem: Explanation?) -> [Block] {
        guard let answers = discussion.answers else { return problem?.unseen(localizer) ?? [] }
        return .list(
            ListBlock(
                id: "answers", title: isAnswersOnly ? localizer(PostsText.comments) : "",
                rows: answers.map { Row($0, localizer) }))
    }

    private func actions(_ state: DiscussionInteractor.State) -> [Action] {
        guard let post = state.discussion?.post else {
            return state.problem == nil
                ? []
                : [Action(Command.refresh, title: localizer(UIText.retry), role: .primary)]
        }
        let reveal =
            Self.isCovered(post) && !state.isRevealed && !isAnswersOnly
            ? [Action(Command.reveal, title: localizer(PostsText.reveal), role: .primary)] : []
        let like =
            post.isLiked
            ? Action(Command.unlikePost, title: localizer(PostsText.unlike), shortcut: "l")
            : Action(Command.likePost, title: localizer(PostsText.like), shortcut: "l")
        let delete =
            isOwn(post.account.id)
            ? [
                Action(
                    Command.delete, title: localizer(PostsText.delete), role: .destructive,
                    confirmation: Confirmation(
                        title: localizer(PostsText.deleteTitle),
                        message: localizer(PostsText.deleteMessage),
                        confirmTitle: localizer(PostsText.delete)))
            ] : []
        return reveal + [
            like, Action(Command.answer, title: localizer(PostsText.answer), shortcut: "y"),
            Action(Command.likers, title: localizer(PostsText.likers)),
            Action(Command.refresh, title: localizer(PostsText.refresh), shortcut: "r"),
        ] + delete
    }
}
