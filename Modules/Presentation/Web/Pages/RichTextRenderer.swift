import TenonCore
import TenonUI

/// Writes text with parts that are set apart or lead elsewhere, moments and people.
struct RichTextRenderer {
    let localizer: Localizer
    let paths: SessionPaths
    let avatars: LetterAvatars

    /// Paragraphs.
    func paragraphs(_ block: RichTextBlock) -> HTML {
        element(.div, .class("rich-text"), .id(DOMIdentifier.make("block", block.id))) {
            for (number, spans) in block.paragraphs.enumerated() {
                element(.p, .class("paragraph"), Attribute(.dir, "auto")) {
                    self.spans(spans, id: DOMIdentifier.make("text", block.id, "\(number)"))
                }
            }
        }
    }

    /// Spans that follow each other; each that leads elsewhere has an identity that begins like this.
    func spans(_ spans: [TextSpan], id: String) -> [HTML] {
        spans.enumerated().map { index, span in
            switch span.link {
            case .address(let address):
                link(styled(span), to: address)
            case .location(let location):
                element(
                    .a, .class("link"), .href(paths.screen(location)), .id("\(id).\(index)")
                ) { styled(span) }
            case nil:
                styled(span)
            }
        }
    }

    /// A link to the web; the content alone when the address is none of the web.
    func link(_ content: HTML, to address: String, _ style: String = "link") -> HTML {
        guard let address = PageLink(external: address) else { return content }
        return element(
            .a, .class(style), .href(address), Attribute(.target, "_blank"),
            Attribute(.rel, "noopener noreferrer")
        ) {
            content
            Icon.open.html
            element(.span, .class("visually-hidden")) { " (\(localizer(WebText.newWindow)))" }
        }
    }

    /// A point in time: the words, and on demand when it was.
    func moment(_ moment: Moment, _ style: String) -> HTML {
        element(
            .time, .class(style), Attribute(.datetime, InternetTime.write(moment.time)),
            Attribute(.title, moment.exact), Attribute(.dir, "auto")
        ) { moment.text }
    }

    /// A person with a picture or a letter, the name and the handle.
    func person(_ person: Person, location: Location?, id: String) -> HTML {
        element(.span, .class("person")) {
            tile(person.name, person.image)
            element(.span, .class("person-text")) {
                if let location {
                    element(
                        .a, .class("link person-name"), .href(paths.screen(location)), .id(id),
                        Attribute(.dir, "auto")
                    ) { person.name }
                } else {
                    element(.span, .class("person-name"), Attribute(.dir, "auto")) { person.name }
                }
                if !person.handle.isEmpty {
                    " "
                    element(.span, .class("person-handle"), Attribute(.dir, "auto")) {
                        person.handle
                    }
                }
            }
        }
    }

    /// A picture, or else a tile with a letter, if the product wants one.
    @HTMLBuilder
    func tile(_ title: String, _ picture: Image?) -> HTML {
        if let picture {
            ImageRenderer(localizer: localizer, paths: paths).thumbnail(picture)
        } else if let avatar = avatars.avatar(for: title) {
            element(
                .span, .class("tile", "tile-\(avatar.color)"), Attribute(.ariaHidden, "true")
            ) { avatar.letter }
        }
    }

    private func styled(_ span: TextSpan) -> HTML {
        switch span.style {
        case .plain: .text(span.text)
        case .emphasis: element(.em) { span.text }
        case .strong: element(.strong) { span.text }
        case .code: element(.code) { span.text }
        }
    }
}
