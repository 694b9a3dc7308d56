import TenonCore
import TenonTesting
import Testing

@testable import TenonUI  // Other modules see whole sessions only.

@Suite("A secret in its field")
struct SecretFieldTests {
    @Test("has letters that stay the same, whatever was typed and is shown")
    func letters() {
        let makers = [
            Action(id: "make", title: "Generate"), Action(id: "random", title: "Random"),
            Action(id: "own", title: "Own", shortcut: "r"),
        ]
        func letters(_ kept: [String]) -> [String: String] {
            var field = Field(id: "f", label: "F", kind: .secret(isSet: false))
            field.actions = makers + kept.map { Action(id: $0, title: $0) }
            return Dictionary(
                uniqueKeysWithValues: field.actionKeys.map { ($0.action.id, $0.letter) })
        }
        let (none, concealed) = (letters([]), letters(["reveal", "clear"]))
        let shown = letters(["conceal", "clear"])
        #expect(concealed["reveal"] == "r" && shown["conceal"] == "r")
        #expect(concealed["clear"] == shown["clear"])
        for id in makers.map(\.id) {
            #expect(none[id] != nil && none[id] == concealed[id] && none[id] == shown[id])
        }
        #expect(Set(concealed.values).count == 5 && !none.values.contains("r"))
    }

    /// With the clock of the pilot, which stands still.
    private func pilot(at location: String = "conformance:secret") async throws -> SessionPilot {
        try await SessionPilot(
            plugins: ConformanceApplication.plugins.filter { $0 != MemorySystem.self },
            at: location)
    }

    private func field(_ pilot: SessionPilot) throws -> Field {
        try #require(try pilot.screen().fields.first)
    }

    private let label = "New secret"

    @Test("is made without being in the screen of its scene, and is in sight")
    func made() async throws {
        let pilot = try await pilot()
        #expect(try field(pilot).actions.map(\.title) == ["Make a short one", "Make a long one"])
        try await pilot.choose("Make a short one", on: label)
        #expect(try field(pilot).revealed == "m4de-short")
        #expect(try field(pilot).kind == .secret(isSet: true))
        #expect(try field(pilot).strength?.level == .fair)
        #expect(
            try field(pilot).actions.map(\.title)
                == ["Make a short one", "Conceal", "Clear", "Make a long one"])
        try await pilot.choose("Keep the secret")
        #expect(pilot.sees("It keeps a secret of 10 bytes."))
        // What was kept is not looked at any more.
        #expect(try field(pilot).revealed == nil)
        await pilot.stop()
    }

    @Test("is concealed after 30 seconds, counted from the last time that it was shown")
    func time() async throws {
        let pilot = try await pilot()
        try await pilot.fill(label, with: .secret("typed"))
        #expect(try field(pilot).revealed == nil)
        try await pilot.choose("Reveal", on: label)
        await pilot.clock.waitForSleepers()
        pilot.clock.advance(by: .seconds(20))
        try await pilot.choose("Conceal", on: label)
        try await pilot.choose("Reveal", on: label)
        await pilot.clock.waitForSleepers(2)
        pilot.clock.advance(by: .seconds(20))
        #expect(try field(pilot).revealed == "typed")
        pilot.clock.advance(by: .seconds(10))
        let screen = { try? pilot.screen() }
        try await pilot.wait("it is concealed") { screen()?.fields.first?.revealed == nil }
        #expect(try field(pilot).kind == .secret(isSet: true))
        await pilot.stop()
    }

    @Test("stays in sight while more is typed, and there is nothing to see in an empty one")
    func typed() async throws {
        let pilot = try await pilot()
        try await pilot.choose("Make a short one", on: label)
        try await pilot.fill(label, with: .secret("m4de-short!"))
        #expect(try field(pilot).revealed == "m4de-short!")
        try await pilot.fill(label, with: .secret(""))
        #expect(try field(pilot).revealed == nil)
        #expect(try field(pilot).actions.count == 2)
        await pilot.stop()
    }

    @Test("is emptied by a front end that shows nothing of it, and is not saved then")
    func cleared() async throws {
        let pilot = try await pilot()
        try await pilot.fill(label, with: .secret("typed"))
        #expect(try field(pilot).actions.contains { $0.title == "Clear" })
        try await pilot.choose("Clear", on: label)
        #expect(try field(pilot).kind == .secret(isSet: false))
        #expect(try field(pilot).actions.count == 2 && !pilot.session.hasUnsent)
        try await pilot.choose("Keep the secret")
        #expect(pilot.sees("It keeps a secret of 0 bytes."))
        await pilot.stop()
    }

    @Test("lets the scene hear what comes with showing it, also where there is nothing to show")
    func heardWithShowing() async throws {
        let pilot = try await pilot()
        let send = { (fields: [String: FieldValue]) in
            try pilot.session.send(.act("reveal", target: "new", fields: fields))
            await pilot.session.settle()
        }
        try await send(["new": .secret(SecretText("")), "keeper": .text("Bo")])
        #expect(pilot.sees("Kept by Bo."))
        #expect(try pilot.screen().fields.last?.kind == .text("Bo", isMultiline: false))
        try await pilot.choose("Make a long one", on: label)
        try await send(["new": .secret(SecretText("abc"))])
        #expect(try field(pilot).revealed == "abc")
        #expect(try field(pilot).strength?.text == "As strong as 3 oxen.")
        await pilot.stop()
    }

    @Test("lets the scene hear what comes with making it")
    func heardWithMaking() async throws {
        let pilot = try await pilot()
        try pilot.session.send(.act("make", target: "new", fields: ["keeper": .text("Bo")]))
        await pilot.session.settle()
        #expect(pilot.sees("Kept by Bo."))
        #expect(try field(pilot).revealed == "m4de-short")
        await pilot.stop()
    }

    @Test("keeps no scene that was left, and no time after the scenes are replaced")
    func kept() async throws {
        let pilot = try await pilot(at: "conformance:home")
        try await pilot.open("conformance:secret")
        try await pilot.choose("Make a short one", on: label)
        try await pilot.choose("Keep the secret")
        try await pilot.choose("Reveal", on: label)
        await pilot.clock.waitForSleepers(2)
        weak let scene = pilot.session.stage.current?.scene
        try await pilot.back()
        try await pilot.wait("the scene to go") { scene == nil }
        #expect(pilot.clock.sleepers == 2)
        pilot.session.stage.clear()
        try await pilot.wait("the times to be forgotten") { pilot.clock.sleepers == 0 }
        await pilot.stop()
    }
}
