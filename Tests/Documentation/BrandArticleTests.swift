import TenonCore
import TenonTesting
import TenonUI
import Testing

/// The looks of the tea shop.
enum TeaLooks: Plugin {
    static let manifest = PluginManifest(
        name: "tea.looks", version: "1.0.0", summary: "Gives the tea shop its icon and colours")

    static func register(in registrar: inout Registrar) {
        registrar.provide(.brand) {
            try Brand(
                icon: BrandIcon(svg: PackageResources.tea_svg), sign: "☕",
                light: .light.with([.accent: RGBColor(0x7A3E00)]),
                dark: .dark.with([.accent: RGBColor(0xFFC078), .onAccent: RGBColor(0x2B1400)]),
                avatars: .colors([RGBColor(0x5C3A1E), RGBColor(0x2F5D34)]))
        }
    }
}

@Suite("The article Brand your product")
struct BrandArticleTests {
    @Test("The looks arrive in every front end")
    func arrived() async throws {
        let pilot = try await SessionPilot(
            plugins: [TeaFeature.self, TeaTablePlugin.self, TeaLooks.self])
        let brand = SessionHost(pilot.application.container).brand
        #expect(brand.sign == "☕")
        #expect(brand.theme(isDark: true)[.accent] == RGBColor(0xFFC078))
        #expect(brand.avatars.avatar(for: "Green")?.letter == "G")
        await pilot.stop()
    }

    @Test("A theme that is hard to read is refused, with the roles and the ratio")
    func refused() {
        let error = #expect(throws: BrandError.self) {
            try Brand(light: .light.with([.accent: RGBColor(0xD08040)]))
        }
        let message = error?.message.description ?? ""
        #expect(message.contains("accent #d08040 / surface #ffffff = 3.06 < 4.5"))
    }
}
