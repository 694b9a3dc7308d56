package import TenonUI

/// How the conformance application looks: other than an application without a brand in everything.
package enum ConformanceBrand {
    /// What stands before the name where there are no pictures.
    package static let sign = "◆"

    /// The picture of the application.
    package static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 48 48">
          <rect x="8" y="8" width="32" height="32" fill="#6a1b9a" transform="rotate(45 24 24)"/>
        </svg>
        """

    /// What can be pressed, on a light and on a dark background.
    package static let accents = (light: RGBColor(0x6A1B9A), dark: RGBColor(0xD7A6F5))

    /// The only colour of letter avatars.
    package static let avatar = RGBColor(0x4A148C)

    static func make() throws -> Brand {
        try Brand(
            icon: BrandIcon(svg: Array(icon.utf8)), sign: sign,
            light: .light.with([.accent: accents.light]),
            dark: .dark.with([.accent: accents.dark, .onAccent: RGBColor(0x1A0624)]),
            avatars: .colors([avatar]))
    }
}
