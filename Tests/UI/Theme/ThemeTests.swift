import TenonUI
import Testing

@Suite struct ThemeTests {
    private static let themes = [("light", Theme.light), ("dark", Theme.dark)]
    private static let backgrounds: [ColorRole] = [.background, .surface, .field]

    @Test(
        "text has a contrast of 4.5 to 1 to whatever is behind it (WCAG 2.2, 1.4.3)",
        arguments: [
            ColorRole.text, .secondaryText, .accent, .positive, .caution, .critical,
        ])
    func text(_ role: ColorRole) {
        for (name, theme) in Self.themes {
            for background in Self.backgrounds {
                let contrast = theme[role].contrast(to: theme[background])
                #expect(contrast >= 4.5, "\(role) on \(background), \(name)")
            }
        }
    }

    @Test("text on the accent colour has a contrast of 4.5 to 1")
    func onAccent() {
        for (name, theme) in Self.themes {
            #expect(theme[.onAccent].contrast(to: theme[.accent]) >= 4.5, "\(name)")
        }
    }

    @Test(
        "lines and the focus have a contrast of 3 to 1 (WCAG 2.2, 1.4.11)",
        arguments: [ColorRole.border, .focus])
    func controls(_ role: ColorRole) {
        for (name, theme) in Self.themes {
            for background in Self.backgrounds {
                let contrast = theme[role].contrast(to: theme[background])
                #expect(contrast >= 3, "\(role) on \(background), \(name)")
            }
        }
    }

    @Test("every role has a colour of its own in both themes")
    func complete() {
        for (name, theme) in Self.themes {
            for role in ColorRole.allCases where role != .text {
                #expect(theme[role] != theme[.text], "\(role), \(name)")
            }
        }
    }

    @Test("contrast is what WCAG says it is")
    func contrast() {
        let (black, white) = (RGBColor(0x000000), RGBColor(0xFFFFFF))
        #expect(abs(black.contrast(to: white) - 21) < 0.001)
        #expect(abs(white.contrast(to: black) - 21) < 0.001)
        #expect(black.contrast(to: black) == 1)
        // The lightest grey that is still readable on white, by the WCAG's own definition.
        #expect(abs(RGBColor(0x767676).contrast(to: white) - 4.54) < 0.01)
        #expect(abs(RGBColor(0xFF0000).luminance - 0.2126) < 0.0001)
    }

    @Test("a colour is written with six digits")
    func hex() {
        #expect(RGBColor(0x00000A).hex == "#00000a")
        #expect(RGBColor(0xF5F6F4).hex == "#f5f6f4")
    }
}
