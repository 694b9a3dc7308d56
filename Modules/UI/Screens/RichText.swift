public import TenonCore

/// Paragraphs in which parts are set apart or lead elsewhere; never markup.
///
/// A feature that gets markup from somewhere parses it to spans, and leaves out what has no span.
public struct RichTextBlock: Sendable, Codable, Equatable {
    /// Names the block within its screen.
    public var id: String
    /// The paragraphs, each made of spans that follow each other without a gap.
    public var paragraphs: [[TextSpan]]

    /// Makes a block of paragraphs.
    public init(id: String, paragraphs: [[TextSpan]]) {
        self.id = id
        self.paragraphs = paragraphs
    }

    /// The same in the elements of the first version.
    var fallback: TextBlock { TextBlock(paragraphs.map(\.text).joined(separator: "\n\n")) }
}

/// A part of a text that is of one kind.
public struct TextSpan: Sendable, Codable, Equatable {
    /// What a part of a text is in it.
    public enum Style: String, Sendable, Codable, CaseIterable {
        /// Like all other text.
        case plain
        /// Stressed.
        case emphasis
        /// Important.
        case strong
        /// What is typed into or read by a computer.
        case code
    }

    /// Where a part of a text leads.
    public enum Link: Sendable, Equatable {
        /// An `http` or `https` address.
        case address(String)
        /// A place of the application, such as the person or the tag that is mentioned.
        case location(Location)
    }

    /// The text; line breaks are kept.
    public var text: String
    /// What it is.
    public var style: Style
    /// Where it leads, if it does.
    public var link: Link?

    /// Makes a part of a text.
    public init(_ text: String, _ style: Style = .plain, link: Link? = nil) {
        self.text = text
        self.style = style
        self.link = link
    }

    /// Where it leads in the application; `nil` when it does not.
    package var location: Location? {
        if case .location(let location) = link { location } else { nil }
    }

    /// The `http` or `https` address that it leads to; `nil` when it does not.
    package var address: String? {
        guard case .address(let address) = link else { return nil }
        return address.hasPrefix("https://") || address.hasPrefix("http://") ? address : nil
    }

    /// Whether it can be followed.
    package var isLink: Bool { location != nil || address != nil }
}

extension [TextSpan] {
    /// The text without its looks.
    package var text: String { map(\.text).joined() }

    /// Where spans lead in the application, with their indices.
    package var locations: [(index: Int, location: Location)] {
        enumerated().compactMap { index, span in span.location.map { (index, $0) } }
    }
}

extension Fact {
    /// The value as spans; `nil` when nothing in it can lead elsewhere in the application.
    package var spans: [TextSpan]? {
        switch value {
        case .spans(let spans): spans
        case .person(let person, let location): person.spans(to: location)
        case .text, .concealed, .revealed, .link, .code, .moment: nil
        }
    }

    /// Where the parts of its value lead in the application, with their indices.
    package var locations: [(index: Int, location: Location)] {
        spans?.locations ?? []
    }
}
