import TenonCore
import TenonTesting
import TenonUI
import Testing
import WalletItems
import WalletTestSupport
import WalletVault

@Suite("A form that a session has left")
struct KeptFormTests {
    private static let login = Login(title: "Bank", userName: "ada", password: SecretText("s3cret"))

    private static let places: [Location] =
        ItemKind.allCases.filter { $0 != .other }.map { ItemsRoute.new($0).location() }
        + [ItemsRoute.edit(.login).location(login.id)]

    @Test("has in the next one what was typed into each of its fields", arguments: places)
    func everyKind(_ location: Location) async throws {
        let vault = try await TemporaryVault.make([Self.login])
        let pilot = try await WalletScreens.pilot(vault)
        try pilot.session.send(.open(location))
        await pilot.session.settle()
        var typed: [String: FieldValue] = [:]
        for field in try pilot.screen().fields {
            switch field.kind {
            case .text: typed[field.id] = .text("typed \(field.id)")
            case .secret: typed[field.id] = .secret(SecretText("s3cret \(field.id)"))
            case .month: typed[field.id] = .text("2031-04")
            case .tokens: typed[field.id] = .choices(["one", "two"])
            case .toggle(let isOn): typed[field.id] = .toggle(!isOn)
            case .number, .date, .choice, .choices, .file: continue
            }
        }
        try pilot.session.send(.edit(typed))
        await pilot.end()
        let session = try await SessionHost(pilot.application.container).openSession()
        for await event in session.events() {
            if case .question = event { break }
        }
        let question = try #require(session.questions.first)
        try session.send(.answer(question.id, .choice("go-on")))
        for await event in session.events() {
            if case .screen = event, session.screen?.location == location, session.hasUnsent {
                break
            }
        }
        await session.settle()
        for (id, value) in typed { #expect(session.typed(in: id) == value, "\(id)") }
        session.end()
        await pilot.stop()
    }
}
