import TenonUI

/// One of the drawings of this front end, in the colour of the text around it.
///
/// They only ever stand beside words, so that assistive technology passes over them. A page has the
/// path of each drawing that it uses once, and shows it wherever it is used: what is loaded for itself
/// would come later than the words.
package struct Drawing {
    /// The path of each drawing on a grid of 16 by 16, by its name in `icons.svg`.
    private static let paths: [String: String] = {
        let file = String(decoding: PackageResources.icons_svg, as: UTF8.self)
        let drawings = file.matches(of: /<symbol id="(\w+)"[^>]*><path d="([^"]+)"/)
        return Dictionary(
            drawings.map { (String($0.output.1), String($0.output.2)) },
            uniquingKeysWith: { first, _ in first })
    }()

    /// The names of all drawings.
    package static var names: Set<String> { Set(paths.keys) }

    let name: String
    /// Whether it points to where a text came from or goes to, and turns with its direction.
    var turns = false

    /// A place in a page where it is shown.
    var html: HTML { place(Attribute(.ariaHidden, "true")) }

    /// A place in a button with a name of its own, which is all that assistive technology knows of it.
    var bare: HTML { place(nil) }

    private func place(_ attribute: Attribute?) -> HTML {
        element(.svg, .class("icon", turns ? "arrow" : ""), attribute) {
            element(.use, .href(.fragment(Self.id(of: name))))
        }
    }

    /// The drawings that a page shows, for the page to have once.
    static func definitions(for page: HTML) -> HTML {
        let prefix = PageLink.fragment(id(of: "")).text
        let uses = page.uses.filter { $0.hasPrefix(prefix) }
        let names = Set(uses.map { $0.dropFirst(prefix.count) })
        return element(
            .svg, .id("drawings"), Attribute(.ariaHidden, "true"), Attribute(.width, "0"),
            Attribute(.height, "0")
        ) {
            for name in names.sorted() {
                element(.symbol, .id(id(of: name)), Attribute(.viewBox, "0 0 16 16")) {
                    element(.path, Attribute(.d, paths[String(name)] ?? ""))
                }
            }
        }
    }

    private static func id(of name: some StringProtocol) -> String { "drawing-\(name)" }
}

extension HTML {
    /// Where each `use` of the page leads.
    fileprivate var uses: [String] {
        switch self {
        case .text: []
        case .group(let pieces): pieces.flatMap(\.uses)
        case .element(.use, let attributes, _):
            attributes.compactMap { if case .text(let target) = $0.value { target } else { nil } }
        case .element(_, _, let content): content.flatMap(\.uses)
        }
    }
}

/// The drawings of what pages have beside the things of the application.
package enum PageIcon: String, CaseIterable {
    case back, done, information, menu, more, stop, warning

    /// The picture.
    var html: HTML { drawing.html }

    /// The picture in a button with a name of its own.
    var bare: HTML { drawing.bare }

    private var drawing: Drawing { Drawing(name: rawValue, turns: self == .back) }
}

extension Icon {
    /// The picture.
    var html: HTML { drawing.html }

    /// The picture in a button with a name of its own.
    var bare: HTML { drawing.bare }

    private var drawing: Drawing {
        let turns =
            switch self {
            case .list, .login, .open: true
            default: false
            }
        return Drawing(name: rawValue, turns: turns)
    }
}
