/// A text as a picture that the camera of another device reads, always with words that say what it is.
///
/// It is for taking a text along. Show the text in a fact beside it as well where there may be no
/// camera. A front end that cannot draw the picture, or has no room for it, shows the text instead.
public struct QRCodeBlock: Sendable, Codable, Equatable {
    /// The text that the picture stands for.
    public enum Content: Sendable, Codable, Equatable {
        /// Plain text.
        case text(String)
        /// A secret that is not shown, and is not in the screen either.
        case concealed
        /// A secret that is shown now.
        case revealed(String)
    }

    /// Names the block within its screen.
    public var id: String
    /// A title; may be empty.
    public var title: String
    /// What the picture is, for those who see it and those who do not.
    public var alternative: String
    /// The text that it stands for.
    public var content: Content

    /// Makes a code.
    public init(id: String, title: String = "", alternative: String, content: Content) {
        self.id = id
        self.title = title
        self.alternative = alternative
        self.content = content
    }

    /// The text, unless it is concealed.
    public var text: String? {
        switch content {
        case .text(let text), .revealed(let text): text
        case .concealed: nil
        }
    }

    /// Whether a secret is shown.
    public var isRevealed: Bool { if case .revealed = content { true } else { false } }

    /// The same in the elements of the first version.
    var fallback: FactsBlock {
        let value: Fact.Value =
            switch content {
            case .text(let text): .text(text)
            case .concealed: .concealed
            case .revealed(let text): .revealed(text)
            }
        return FactsBlock(
            id: id, title: title, facts: [Fact(id: id, label: alternative, value: value)])
    }
}
