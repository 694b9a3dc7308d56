/// A piece of HTML as a value; escaping happens where it is written, and cannot be left out.
///
/// There is no case for markup in a string. Names of elements and attributes come from the
/// enumerations ``Tag`` and ``Attribute/Name``, never from data; attributes that hold an address
/// take a ``PageLink``; scripts and styles have no content.
package indirect enum HTML: Sendable, Equatable {
    /// Text, escaped when it is written.
    case text(String)
    /// An element.
    case element(Tag, [Attribute], [HTML])
    /// Pieces one after another.
    case group([HTML])

    /// Nothing.
    package static let none = HTML.group([])

    /// Whether nothing is written for it.
    var isEmpty: Bool {
        switch self {
        case .text(let text): text.isEmpty
        case .element: false
        case .group(let pieces): pieces.allSatisfy(\.isEmpty)
        }
    }
}

/// Makes an element; attributes that are `nil` are left out.
package func element(
    _ tag: Tag, _ attributes: Attribute?..., @HTMLBuilder content: () -> HTML = { HTML.none }
) -> HTML {
    .element(tag, attributes.compactMap { $0 }, [content()])
}

/// Makes an element whose attributes are partly given as a list.
func element(
    _ tag: Tag, _ own: Attribute?..., attributes: [Attribute?],
    @HTMLBuilder content: () -> HTML = { HTML.none }
) -> HTML {
    .element(tag, (own + attributes).compactMap { $0 }, [content()])
}

/// Joins pieces of HTML that are written one below another in code.
@resultBuilder
package enum HTMLBuilder {
    package static func buildExpression(_ piece: HTML) -> HTML { piece }
    package static func buildExpression(_ text: String) -> HTML { .text(text) }
    package static func buildExpression(_ piece: HTML?) -> HTML { piece ?? .none }
    package static func buildExpression(_ pieces: [HTML]) -> HTML { .group(pieces) }
    package static func buildBlock(_ pieces: HTML...) -> HTML {
        pieces.count == 1 ? pieces[0] : .group(pieces)
    }
    package static func buildOptional(_ piece: HTML?) -> HTML { piece ?? .none }
    package static func buildEither(first piece: HTML) -> HTML { piece }
    package static func buildEither(second piece: HTML) -> HTML { piece }
    package static func buildArray(_ pieces: [HTML]) -> HTML { .group(pieces) }
}
