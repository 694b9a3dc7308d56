import TenonUI

/// The files of this front end; everything that a page loads comes from here.
package enum WebAsset: String, Sendable, CaseIterable {
    case style = "style.css"
    case theme = "theme.css"
    case script = "live.js"
    case icon = "icon.svg"

    /// The media type.
    package var mediaType: String {
        switch self {
        case .style, .theme: "text/css; charset=utf-8"
        case .script: "text/javascript; charset=utf-8"
        case .icon: "image/svg+xml"
        }
    }

    /// The content.
    package var bytes: [UInt8] {
        switch self {
        case .style: PackageResources.style_css
        case .theme: Self.themeStyle
        case .script: PackageResources.live_js
        case .icon: PackageResources.icon_svg
        }
    }

    private static let themeStyle = Array(ThemeStyle.css.utf8)
}

/// The colours of the themes as custom properties of CSS.
enum ThemeStyle {
    /// Light by default; dark when the system says so or the person chose it.
    static var css: String {
        let (light, dark) = (properties(.light), properties(.dark))
        return """
            :root { color-scheme: light dark; \(light) }
            @media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { \(dark) } }
            :root[data-theme="light"] { color-scheme: light; }
            :root[data-theme="dark"] { color-scheme: dark; \(dark) }

            """
    }

    private static func properties(_ theme: Theme) -> String {
        ColorRole.allCases.map { "--\(name(of: $0)): \(theme[$0].hex);" }.joined(separator: " ")
    }

    /// The name of a role in CSS: `secondary-text` for `secondaryText`.
    private static func name(of role: ColorRole) -> String {
        role.rawValue.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
    }
}
