import TenonTesting
import TenonUI
import Testing

@testable import TenonDesktop  // Other modules see the front end only.

@Suite("The style of the window")
struct StyleTests {
    @Test("has the colours and the avatars of a product", arguments: [false, true])
    func brand(_ isDark: Bool) throws {
        let (accent, avatar) = (RGBColor(isDark ? 0xD7A6F5 : 0x6A1B9A), RGBColor(0x4A148C))
        let brand = try Brand(
            light: .light.with([.accent: RGBColor(0x6A1B9A)]),
            dark: .dark.with([.accent: RGBColor(0xD7A6F5)]), avatars: .colors([avatar]))
        let sheet = Style.sheet(isDark: isDark, of: brand)
        #expect(sheet.contains("@define-color theme_selected_bg_color \(accent.hex);"))
        let button = "button.suggested-action:not(:disabled) { background: \(accent.hex);"
        #expect(sheet.contains(button))
        #expect(sheet.contains(".tile.tile-0 { background: \(avatar.hex); color: #ffffff; }"))
    }

    @Test("leaves what can be pressed to the desktop without a brand")
    func noBrand() {
        let sheet = Style.sheet(isDark: false, of: .standard)
        #expect(!sheet.contains("suggested-action") && !sheet.contains(".tile.tile-"))
    }
}
