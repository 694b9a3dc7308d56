import TenonUI

/// The files of this front end; everything that a page loads comes from here.
package enum WebAsset: String, Sendable, CaseIterable {
    case theme = "theme.css"
    case base = "base.css"
    case controls = "controls.css"
    case blocks = "blocks.css"
    case frame = "frame.css"
    case places = "places.css"
    case adapt = "adapt.css"
    case live = "live.js"
    case server = "server.js"
    case page = "page.js"
    case morph = "morph.js"
    case focus = "focus.js"
    case keys = "keys.js"
    case drafts = "drafts.js"
    case palette = "palette.js"
    case reading = "reading.js"
    case icon = "icon.svg"

    /// The styles in the order in which they overrule each other.
    static let styles: [WebAsset] = [.theme, .base, .controls, .blocks, .frame, .places, .adapt]

    /// The media type.
    package var mediaType: String {
        switch self {
        case .theme, .base, .controls, .blocks, .frame, .places, .adapt: "text/css; charset=utf-8"
        case .live, .server, .page, .morph, .focus, .keys, .drafts, .palette, .reading:
            "text/javascript; charset=utf-8"
        case .icon: "image/svg+xml"
        }
    }

    /// The content, for the looks of a product, without what only readers of the file need.
    func bytes(of brand: Brand) -> [UInt8] {
        let file = file(of: brand)
        switch self {
        case .theme, .icon: return file
        case .base, .controls, .blocks, .frame, .places, .adapt: return Self.compactStyle(file)
        case .live, .server, .page, .morph, .focus, .keys, .drafts, .palette, .reading:
            return Array(Self.lines(of: file).joined(separator: "\n").utf8)
        }
    }

    /// The lines without indentation, empty ones, and those that are a comment: no text in our
    /// style sheets and scripts goes on in the next line.
    private static func lines(of file: [UInt8]) -> [Substring] {
        String(decoding: file, as: UTF8.self).split(separator: "\n").compactMap { line in
            let line = line.drop { $0 == " " }
            let isComment = line.hasPrefix("//") || line.hasPrefix("/*") && line.hasSuffix("*/")
            return line.isEmpty || isComment ? nil : line
        }
    }

    /// A style sheet without the spaces that mean nothing.
    private static func compactStyle(_ file: [UInt8]) -> [UInt8] {
        var style = lines(of: file).joined(separator: "\n")
        for mark in [":", ",", ";", "{", "}"] {
            style = style.replacing("\(mark)\n", with: mark).replacing("\(mark) ", with: mark)
        }
        style = style.replacing(" {", with: "{").replacing(";}", with: "}")
        return Array(style.utf8)
    }

    private func file(of brand: Brand) -> [UInt8] {
        switch self {
        case .theme: Array(ThemeStyle.css(of: brand).utf8)
        case .base: PackageResources.base_css
        case .controls: PackageResources.controls_css
        case .blocks: PackageResources.blocks_css
        case .frame: PackageResources.frame_css
        case .places: PackageResources.places_css
        case .adapt: PackageResources.adapt_css
        case .live: PackageResources.live_js
        case .server: PackageResources.server_js
        case .page: PackageResources.page_js
        case .morph: PackageResources.morph_js
        case .focus: PackageResources.focus_js
        case .keys: PackageResources.keys_js
        case .drafts: PackageResources.drafts_js
        case .reading: PackageResources.reading_js
        case .palette: PackageResources.palette_js
        case .icon: brand.icon?.svg ?? PackageResources.icon_svg
        }
    }
}

/// The colours of the themes as custom properties of CSS.
enum ThemeStyle {
    /// Light by default; dark when the system says so or the person chose it.
    static func css(of brand: Brand) -> String {
        let (light, dark) = (properties(brand.light), properties(brand.dark))
        return """
            :root { color-scheme: light dark; \(light) }
            @media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { \(dark) } }
            :root[data-theme="light"] { color-scheme: light; }
            :root[data-theme="dark"] { color-scheme: dark; \(dark) }
            \(brand.avatars.styleSheet)
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
