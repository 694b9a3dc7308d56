import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite struct SessionInputTests {
    private static let options = [
        Field.Option(id: "x", title: "X"), Field.Option(id: "y", title: "Y"),
    ]

    private static let stub = Stub("a") { screen in
        screen.actions = [
            Action(id: "go", title: "Go"),
            Action(id: "off", title: "Off", availability: .disabled(reason: "No power.")),
        ]
        screen.blocks = [
            .list(
                ListBlock(
                    id: "rows", total: 50, offset: 10,
                    rows: [Row(id: "r", title: "Row", actions: [Action(id: "open", title: "Open")])]
                )),
            .group(
                GroupBlock(
                    id: "g", title: "G",
                    blocks: [
                        .form(
                            FormBlock(
                                id: "form",
                                fields: [
                                    Field(
                                        id: "text", label: "T", kind: .text("", isMultiline: false)),
                                    Field(id: "secret", label: "S", kind: .secret(isSet: false)),
                                    Field(
                                        id: "number", label: "N", kind: .number("", currency: nil)),
                                    Field(id: "date", label: "D", kind: .date("")),
                                    Field(id: "toggle", label: "O", kind: .toggle(false)),
                                    Field(
                                        id: "choice", label: "C",
                                        kind: .choice("x", options: options)),
                                    Field(
                                        id: "choices", label: "M",
                                        kind: .choices([], options: options)),
                                    Field(
                                        id: "file", label: "F", kind: .file(name: "", accepts: [])),
                                ], actions: [Action(id: "save", title: "Save")]))
                    ])),
        ]
    }

    /// What the fields say when nothing was typed.
    private static let untyped: [String: FieldValue] = [
        "text": .text(""), "secret": .secret(SecretText("")), "number": .text(""),
        "date": .text(""), "toggle": .toggle(false), "choice": .text("x"), "choices": .choices([]),
    ]

    @Test("actions reach the scene with their target and the values of all fields")
    func actions() async throws {
        let world = try await World([Self.stub])
        try await world.send(.act("go"))
        try await world.send(.act("open", target: "r"))
        try await world.send(.act("save", fields: ["text": .text("hi")]))
        #expect(
            try world.scene("a").inputs == [
                .appear, .act("go", target: nil, fields: Self.untyped, input: nil),
                .act("open", target: "r", fields: Self.untyped, input: nil),
                .act(
                    "save", target: nil,
                    fields: Self.untyped.merging(["text": .text("hi")]) { $1 }, input: nil),
            ])
    }

    @Test(
        "what is not there is refused and the scene hears nothing",
        arguments: [
            (SessionInput.act("nothing"), "session.unknown-action"),
            (.act("open"), "session.unknown-action"),
            (.act("go", target: "r"), "session.unknown-action"),
            (.act("open", target: "s"), "session.unknown-action"),
            (.act("off"), "session.unavailable"),
            (.act("go", fields: ["other": .text("")]), "session.unknown-field"),
            (.edit(["other": .text("")]), "session.unknown-field"),
            (.window("other", 0..<1), "session.unknown-list"),
            (.search("x"), "session.no-search"),
            (.answer("q1", .cancel), "session.unknown-question"),
            (.open(.at("nowhere")), "location.unknown"),
        ])
    func refused(_ input: SessionInput, _ code: String) async throws {
        let world = try await World([Self.stub])
        #expect(world.refusal(input) == code)
        #expect(try world.scene("a").inputs == [.appear])
    }

    @Test("the reason of an action that is not available is in the error")
    func unavailable() async throws {
        let world = try await World([Self.stub])
        let error = #expect(throws: SessionError.self) { try world.session.send(.act("off")) }
        #expect(error?.message.description.contains("No power.") == true)
    }

    @Test(
        "a value of another kind than its field's is refused",
        arguments: [
            ("text", FieldValue.toggle(true)), ("secret", .text("x")), ("number", .toggle(true)),
            ("date", .choices([])), ("toggle", .text("1")), ("choice", .text("z")),
            ("choices", .choices(["x", "z"])), ("file", .text("/etc/passwd")),
        ])
    func wrongValue(_ id: String, _ value: FieldValue) async throws {
        let world = try await World([Self.stub])
        #expect(world.refusal(.act("save", fields: [id: value])) == "session.wrong-value")
        #expect(world.refusal(.edit([id: value])) == "session.wrong-value")
    }

    @Test("values of every kind are taken")
    func rightValues() async throws {
        let world = try await World([Self.stub])
        let values: [String: FieldValue] = [
            "text": .text("a"), "secret": .secret(SecretText("b")), "number": .text("1"),
            "date": .text("2025-01-01"), "toggle": .toggle(true), "choice": .text("y"),
            "choices": .choices(["x", "y"]),
            "file": .file(FileValue(name: "f", content: .bytes(SecretText("")))),
        ]
        try await world.send(.edit(values))
        #expect(try world.scene("a").inputs == [.appear])
        try await world.send(.act("save"))
        #expect(
            try world.scene("a").inputs.last
                == .act("save", target: nil, fields: values, input: nil))
    }

    @Test("a window is cut to the rows that there are")
    func window() async throws {
        let world = try await World([Self.stub])
        try await world.send(.window("rows", 40..<99))
        try await world.send(.window("rows", -5..<3))
        try await world.send(.window("rows", 90..<99))
        #expect(
            try world.scene("a").inputs.dropFirst() == [
                .window("rows", 40..<50), .window("rows", 0..<3), .window("rows", 50..<50),
            ])
    }

    @Test("the row in sight is told to the scene, and ignored when it is not there any more")
    func reading() async throws {
        let world = try await World([Self.stub])
        try await world.send(.reading("rows", row: "gone"))
        try await world.send(.reading("other", row: "r"))
        #expect(try world.scene("a").inputs == [.appear])
        try await world.send(.reading("rows", row: "r"))
        #expect(try world.scene("a").inputs.dropFirst() == [.reading("rows", row: "r")])
    }

    @Test("a search reaches the scene of a screen that can be searched")
    func search() async throws {
        let world = try await World([Stub("a") { $0.search = Search(text: "", label: "Find") }])
        try await world.pilot.search("x")
        #expect(try world.scene("a").inputs.last == .search("x"))
    }
}
