import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite struct BrandTests {
    private static let drawing = #"<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>"#

    private func failure(
        of brand: @escaping @Sendable () throws -> Brand
    ) async throws -> BootFailure {
        let failure = await #expect(throws: BootFailure.self) {
            _ = try await SessionPilot(plugins: [], at: "a") { registrar in
                registrar.provide(.brand) { try brand() }
            }
        }
        return try #require(failure)
    }

    @Test("colours with too little contrast keep an application from starting, and are named")
    func contrast() async throws {
        let failure = try await failure {
            try Brand(light: .light.with([.accent: RGBColor(0x8C8C8C)]))
        }
        #expect(failure.code == .brandRefused)
        #expect(failure.code.status == .configuration)
        let text = "\(failure)"
        #expect(text.hasPrefix("The light theme of the brand has colours with too little contrast"))
        #expect(text.contains("accent #8c8c8c / surface #ffffff = 3.36 < 4.5"))
        #expect(text.contains("onAccent #ffffff / accent #8c8c8c = 3.36 < 4.5"))
        #expect(!text.contains("critical"))
    }

    @Test("every role is looked at", arguments: ColorRole.allCases)
    func everyRole(_ role: ColorRole) {
        let other: ColorRole =
            switch role {
            case .background, .surface, .field: .text
            case .onAccent: .accent
            case .border, .text, .secondaryText, .accent, .focus, .positive, .caution, .critical:
                .surface
            }
        #expect(throws: BrandError.self) {
            try Brand(dark: .dark.with([role: Theme.dark[other]]))
        }
    }

    @Test("the themes of the SDK pass")
    func standard() throws {
        let brand = try Brand()
        #expect(brand == .standard)
        #expect(brand.theme(isDark: true) == .dark && brand.theme(isDark: false) == .light)
    }

    @Test(
        "what is not a drawing in SVG is refused with advice",
        arguments: [
            "", "PNG", "<html><svg></svg></html>", "<svg></svg>",
            #"<svg xmlns="http://www.w3.org/2000/svg">"#,
            "<svgs xmlns=\"http://www.w3.org/2000/svg\"/>",
            "<!DOCTYPE svg [<!ENTITY a \"b\">]>" + drawing, "text " + drawing, "<!-- " + drawing,
        ])
    func noDrawing(_ text: String) async throws {
        let failure = try await failure { try Brand(icon: BrandIcon(svg: Array(text.utf8))) }
        #expect("\(failure)".hasPrefix("The icon of the brand is not a drawing in SVG. Give an "))
    }

    @Test("bytes that are no text are refused")
    func noText() {
        let bytes: [UInt8] = Array(Self.drawing.utf8) + [0xFF]
        #expect(throws: BrandError.self) { try BrandIcon(svg: bytes) }
    }

    @Test("drawings as programs write them are taken")
    func drawings() throws {
        let prolog = "\u{FEFF}<?xml version=\"1.0\"?>\n<!-- Tea -->\n<!DOCTYPE svg>\n<!-- x -->\n"
        let texts = [
            Self.drawing, prolog + Self.drawing + "\n",
            "<svg\n width='1' xmlns='http://www.w3.org/2000/svg' />",
        ]
        for text in texts {
            #expect(try BrandIcon(svg: Array(text.utf8)).svg == Array(text.utf8))
        }
    }

    @Test("a drawing that is too large is refused with both sizes")
    func largeDrawing() {
        let size = BrandIcon.maximumSize
        let text = Self.drawing + String(repeating: " ", count: size - Self.drawing.utf8.count)
        #expect(throws: Never.self) { try BrandIcon(svg: Array(text.utf8)) }
        let error = #expect(throws: BrandError.self) {
            try BrandIcon(svg: Array(text.utf8) + [0x20])
        }
        let message = error?.message.description ?? ""
        #expect(message.contains("has 65537 bytes; 65536 are possible"))
    }

    @Test(
        "a sign is short and harmless",
        arguments: ["ACMES", "茶茶茶", "a\nb", "\u{1B}[2J", "\u{202E}"])
    func sign(_ sign: String) {
        #expect(throws: BrandError.self) { try Brand(sign: sign) }
    }

    @Test("the name of an application stands behind the sign")
    func title() throws {
        let info = ApplicationInfo(name: "Tea", executable: "tea", version: "1", scheme: "tea")
        #expect(try Brand(sign: "茶").title(of: info) == "茶 Tea")
        #expect(Brand.standard.title(of: info) == "Tea")
    }

    @Test("a letter has a contrast of 4.5 to 1 to any colour behind it")
    func letters() {
        for value in stride(from: UInt32(0), through: 0xFFFFFF, by: 4099) {
            let color = RGBColor(value)
            #expect(color.ink.contrast(to: color) >= 4.5, "\(color.hex)")
        }
    }

    @Test("avatars have one of the product's colours, always the same, or are not there")
    func avatars() {
        let colors = LetterAvatars.colors([RGBColor(0x4A148C), RGBColor(0xF2B866)])
        let avatars = ["Ada", "Bob", "Cy", "Dee", "éa", "-"].compactMap { colors.avatar(for: $0) }
        #expect(avatars.map(\.letter) == ["A", "B", "C", "D", "É", "•"])
        #expect(Set(avatars.map(\.color)) == [0, 1])
        #expect(colors.avatar(for: "Ada") == avatars[0])
        #expect(LetterAvatars.none.avatar(for: "Ada") == nil)
        #expect(LetterAvatars.colors([]).avatar(for: "Ada") == nil)
        #expect(LetterAvatars.standard.avatar(for: "Ada") != nil)
    }
}
