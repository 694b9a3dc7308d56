import TenonCore

/// The name of one attempt to post something: with the same one a server posts it only once.
package struct IdempotencyKey: Hashable, Sendable, Codable {
    /// The name; kept with a draft until the server has answered.
    package let text: String

    /// Makes a name that nobody has.
    package init() {
        var random = SystemRandomNumberGenerator()
        text = (0..<2).map { _ in random.next() as UInt64 }
            .map { $0.hexadecimal() }.joined()
    }

    /// Takes a name over that was kept.
    package init(kept text: String) { self.text = text }
}

/// What is to be posted.
package struct PostDraft: Hashable, Sendable, Codable {
    /// The text, without markup.
    package var text: String
    /// What is shown in its place at first; empty for nothing.
    package var warning = ""
    /// Whether its pictures are covered at first.
    package var isSensitive = false
    /// Who may see it.
    package var visibility = Post.Visibility.everyone
    /// The language of the text (BCP 47); `nil` for that of the account.
    var language: String?
    /// The post that it answers; `nil` for none.
    package var answered: PostID?
    /// Its pictures, which the server has already.
    package var media: [MediaID] = []
    /// The name of this attempt.
    package let key: IdempotencyKey

    /// Begins a draft.
    package init(_ text: String, media: [MediaID] = [], key: IdempotencyKey = IdempotencyKey()) {
        self.text = text
        self.media = media
        self.key = key
    }

    /// The pairs of the form.
    var pairs: [(name: String, value: String)] {
        var pairs = [(name: "status", value: text), (name: "visibility", value: visibility.word)]
        if !warning.isEmpty { pairs.append(("spoiler_text", warning)) }
        if isSensitive { pairs.append(("sensitive", "true")) }
        if let language { pairs.append(("language", language)) }
        if let answered { pairs.append(("in_reply_to_id", answered.text)) }
        return pairs + media.map { ("media_ids[]", $0.text) }
    }
}
