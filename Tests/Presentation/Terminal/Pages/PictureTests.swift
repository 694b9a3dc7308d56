import TenonCore
import TenonPictures
import TenonTerminalPictures
import TenonTesting
import TenonUI
import Testing

@testable import TenonTerminal  // Other modules see the front end only.

@Suite("Pictures in a terminal")
struct PictureTests {
    private static let room = CellArea(columns: 12, rows: 6)
    private static let cell = PictureSize(width: 10, height: 20)

    /// What becomes of an image of the conformance suite.
    private func content(
        _ id: String, _ mode: PictureMode = .symbols(.full)
    ) async throws -> PictureShelf.Content {
        let application = try await ConformanceApplication.application(
            frontEnd: TerminalPresentation.self, configuration: Configuration(flags: [:]),
            others: [PicturesPlugin.self, TerminalPicturesPlugin.self]
        ).boot()
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let renderer = try #require(application.container[.terminalPictures])
        let shelf = PictureShelf(ImageLoader(application.container), renderer) {
            continuation.yield()
        }
        let wish = PictureShelf.Wish(
            source: .id(id), room: Self.room, mode: mode, depth: .full)
        #expect(shelf.content(of: wish) == .waiting)
        _ = await changes.first { _ in true }
        await application.stop()
        return shelf.content(of: wish)
    }

    private func picture(_ id: String, _ mode: PictureMode) async throws -> ShownPicture {
        guard case .picture(let picture) = try await content(id, mode) else {
            throw TestingError.unmet("there is a picture", seen: id)
        }
        return picture
    }

    private func code(_ content: PictureShelf.Content) -> ErrorCode? {
        if case .failed(let reason) = content { reason.code } else { nil }
    }

    @Test("come in symbols, in the room that there is")
    func symbols() async throws {
        let picture = try await picture("bees", .symbols(.full))
        // 24 by 16 pixels, of which each gets at most a column, and two of them a row.
        #expect(picture.area == CellArea(columns: 12, rows: 4))
        #expect(picture.drawing == nil)
        let lines = picture.lines
        #expect(lines.count == 4 && lines.allSatisfy { $0.width == 12 })
        func colors(_ run: TextRun) -> [PictureSymbol.Color?] {
            guard case .symbol(let ink, let paper) = run.style.part else { return [] }
            return run.text == " " ? [paper] : run.text == "█" ? [ink] : [ink, paper]
        }
        for line in lines {
            #expect(colors(line.runs[0]) == [.direct(red: 250, green: 200, blue: 0)])
            #expect(colors(line.runs[11]) == [.direct(red: 20, green: 20, blue: 20)])
        }
    }

    @Test("are drawn by terminals that can, with symbols for where they are cut")
    func drawings() async throws {
        let sixels = try await picture("bees", .sixels(cell: Self.cell))
        let kitty = try await picture("bees", .kitty(cell: Self.cell))
        for picture in [sixels, kitty] {
            #expect(picture.area == CellArea(columns: 12, rows: 4))
            #expect(picture.symbols.map(\.count) == [12, 12, 12, 12])
            #expect(
                picture.lines[1].runs[2].style.part == .piece(of: picture, column: 2, row: 1))
        }
        guard case .sixels(let text) = sixels.drawing, case .kitty(let data, 20) = kitty.drawing
        else {
            Issue.record("There is nothing to draw.")
            return
        }
        #expect(text.hasPrefix("\u{1B}P") && text.hasSuffix("\u{1B}\\"))
        #expect(data.hasPrefix("\u{1B}_Ga=t,q=2,i=\(kitty.id),"))
    }

    @Test("that are broken, too large or none say why")
    func fails() async throws {
        #expect(code(try await content("bomb")) == .imageTooLarge)
        #expect(code(try await content("cut")) == .imageUnreadable)
        #expect(code(try await content("none")) == .imageUnreadable)
        #expect(code(try await content("missing")) == .imageMissing)
    }

    @Test("are told in words, with their address, where there are none")
    func words() {
        let image = Image(.address("https://a.example/b"), alternative: "A bee")
        let layout = PageLayout(localizer: Localizer(language: "en"), width: 60)
        let page = layout.page(
            of: Screen(
                location: Location(["a"]), title: "Title",
                blocks: [.image(ImageBlock(id: "i", image: image))]))
        let text = page.lines.map(\.text).joined(separator: "\n")
        #expect(text.hasSuffix("▣ A bee\n  <https://a.example/b>"))
    }

    @Test("have the colours of their symbols")
    func pixels() {
        var style = CellStyle.plain
        style.part = .symbol(ink: .direct(red: 1, green: 2, blue: 3), paper: .indexed(200))
        let palette = Palette(depth: .full, isDark: true, paintsPage: false)
        #expect(palette.sequence(for: style) == "\u{1B}[0;38;2;1;2;3;48;5;200m")
    }

    @Test("are shown as the terminal answers, and as its name says where it does not")
    func modes() {
        var ability = PictureAbility(depth: nil)
        #expect(ability.mode == nil)
        ability.depth = .indexed
        #expect(ability.mode == .symbols(.indexed))
        ability.take(.attributes(hasSixels: true))
        // Nobody knows yet how large they would be.
        #expect(ability.mode == .symbols(.indexed))
        ability.take(.cell(PictureSize(width: 10, height: 5_000)))
        #expect(ability.mode == .symbols(.indexed))
        ability.take(.cell(Self.cell))
        #expect(ability.mode == .sixels(cell: Self.cell))
        ability.take(.kitty(isTaken: true))
        #expect(ability.mode == .kitty(cell: Self.cell))
        ability.take(.kitty(isTaken: false))
        #expect(ability.mode == .sixels(cell: Self.cell))
    }
}
