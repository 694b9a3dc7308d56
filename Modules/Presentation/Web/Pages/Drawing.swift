import TenonUI

/// One of the drawings of this front end, in the colour of the text around it.
///
/// They only ever stand beside words, so that assistive technology passes over them. They are
/// written into the page: what is loaded for itself would come later than the words.
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

    var html: HTML {
        element(
            .svg, .class("icon", turns ? "arrow" : ""), Attribute(.viewBox, "0 0 16 16"),
            Attribute(.ariaHidden, "true")
        ) {
            element(.path, Attribute(.d, Self.paths[name] ?? ""))
        }
    }
}

/// The drawings of what pages have beside the things of the application.
package enum PageIcon: String, CaseIterable {
    case back, done, information, menu, more, stop, warning

    /// The picture.
    var html: HTML { Drawing(name: rawValue, turns: self == .back).html }
}

extension Icon {
    /// The picture.
    var html: HTML {
        let turns =
            switch self {
            case .list, .login, .open: true
            default: false
            }
        return Drawing(name: rawValue, turns: turns).html
    }
}
