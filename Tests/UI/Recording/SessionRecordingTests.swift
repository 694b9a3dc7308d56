import Foundation
import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite struct SessionRecordingTests {
    /// The conformance application with a recorder.
    private func pilot(
        at sample: String, _ recorder: SessionRecorder, configuration: Configuration = .init()
    ) async throws -> SessionPilot {
        try await SessionPilot(
            plugins: ConformanceApplication.plugins, configuration: configuration,
            at: "conformance:\(sample)"
        ) { registrar in registrar.contribute(.sessionObservers) { [recorder] } }
    }

    private func text(of recording: SessionRecording) throws -> String {
        String(decoding: try recording.lines(), as: UTF8.self)
    }

    @Test("what was recorded and is replayed leads to the same screens, step by step")
    func sameStates() async throws {
        let first = SessionRecorder(keepsScreens: true)
        let pilot = try await pilot(at: "form", first)
        try await pilot.fill("Your name", with: .text("Grace"))
        try await pilot.fill("A secret", with: .secret("opensesame"))
        try await pilot.fill("Several sizes", with: .choices(["Small ones", "Large ones"]))
        try await pilot.choose("Save the form")
        #expect(pilot.sees("10 bytes"))
        try await pilot.open("conformance:questions")
        for (action, answer) in [
            ("Ask for text", DriverAnswer.text("Ark")), ("Ask for a secret", .text("hushhush")),
            ("Confirm severely", .text("Old Town")), ("Confirm mildly", .cancel),
            ("Offer choices", .choice("Try again")), ("Confirm moderately", .confirm),
        ] {
            try await pilot.choose(action)
            try await pilot.answer(answer)
        }
        #expect(throws: SessionError.self) { try pilot.session.send(.act("nonsense")) }
        #expect(throws: SessionError.self) { try pilot.session.send(.answer("q99", .confirm)) }
        try await pilot.back()
        await pilot.stop()
        let recording = try #require(first.recording)

        let replay = SessionReplay(recording)
        #expect(replay.secrets.map(\.label) == ["A secret", "What is the secret?"])
        let words = ["A secret": "opensesame", "What is the secret?": "hushhush"]
        let given = try replay.secrets.map { ($0, SecretText(try #require(words[$0.label]))) }
        let second = SessionRecorder(keepsScreens: true)
        let other = try await self.pilot(at: "form", second)
        try await replay.play(in: other.session, given: Dictionary(uniqueKeysWithValues: given))
        await other.stop()
        #expect(second.recording == recording)
        #expect(recording.steps.count == 22)
    }

    @Test("no secret is in a recording: neither typed, nor answered, nor revealed")
    func secrets() async throws {
        let recorder = SessionRecorder(keepsScreens: true)
        let pilot = try await pilot(at: "form", recorder)
        try await pilot.fill("A secret", with: .secret("opensesame"))
        try await pilot.choose("Save the form")
        try await pilot.open("conformance:questions")
        try await pilot.choose("Ask for a secret")
        try await pilot.answer(.text("opensesame"))
        // What a front end gets wrong must not be written down either.
        let secret = SecretText("opensesame")
        for input in [
            SessionInput.act("mild", fields: ["secret": .text("opensesame")]),
            .act("mild", fields: ["unknown": .text("opensesame")]), .answer("q99", .text(secret)),
        ] {
            #expect(throws: SessionError.self) { try pilot.session.send(input) }
        }
        try await pilot.open("conformance:facts")
        let before = pilot.see()
        let label = try #require(concealedLabel(pilot))
        try await pilot.choose("Reveal", on: label)
        #expect(pilot.see() != before)
        let revealed = try #require(revealedText(pilot))
        try await pilot.open("conformance:secret")
        try await pilot.choose("Make a short one", on: "New secret")
        #expect(pilot.sees("m4de-short"))
        try await pilot.back()
        try await pilot.answer(.confirm)
        await pilot.stop()
        let text = try text(of: try #require(recorder.recording))
        #expect(!text.contains("opensesame"))
        #expect(!text.contains(revealed))
        #expect(!text.contains("m4de-short"))
        #expect(text.contains("\"unknown\""))
    }

    private func facts(_ pilot: SessionPilot) -> [Fact] {
        (pilot.session.screen?.allBlocks ?? []).flatMap { block in
            if case .facts(let facts) = block { facts.facts } else { [Fact]() }
        }
    }

    private func concealedLabel(_ pilot: SessionPilot) -> String? {
        facts(pilot).first { $0.value == .concealed }?.label
    }

    private func revealedText(_ pilot: SessionPilot) -> String? {
        for fact in facts(pilot) { if case .revealed(let text) = fact.value { return text } }
        return nil
    }

    @Test("a recording is lines of JSON, and is the same when it is read again")
    func lines() async throws {
        let recorder = SessionRecorder(keepsScreens: true)
        let pilot = try await pilot(at: "form", recorder)
        try await pilot.fill("A file", with: .file("/tmp/some.csv"))
        try pilot.session.send(.forced(.open(Location(["conformance", "many"]))))
        await pilot.session.settle()
        try await pilot.search("1")
        try pilot.session.send(.window("items", 20..<40))
        await pilot.stop()
        let recording = try #require(recorder.recording)
        #expect(recording.steps.count == 5)
        #expect(try SessionRecording(lines: recording.lines()) == recording)
    }

    @Test("what is not a recording, or one of another version, is refused with its line")
    func unreadable() throws {
        for (text, line) in [
            ("", 1), ("nonsense\n", 1), ("{\"recording\":2,\"application\":\"A\"}\n", 1),
            ("{\"recording\":1,\"application\":\"A\"}\n{\"do\":\"back\"}\n{\"do\":\"fly\"}\n", 3),
        ] {
            let error = #expect(throws: SessionError.self) {
                try SessionRecording(lines: Data(text.utf8))
            }
            #expect(error?.code == .sessionUnreadableRecording)
            #expect(error?.message.description.contains("Line \(line) ") == true)
        }
    }

    @Test("a replay that differs stops and names the step and the screen")
    func diverging() async throws {
        let recorder = SessionRecorder(keepsScreens: true)
        let pilot = try await pilot(at: "form", recorder)
        try await pilot.choose("Save the form")
        try await pilot.open("conformance:questions")
        try await pilot.choose("Show an alert")
        await pilot.stop()
        var recording = try #require(recorder.recording)

        let elsewhere = try await self.pilot(at: "facts", SessionRecorder())
        let replay = SessionReplay(recording, patience: .milliseconds(50))
        let error = await #expect(throws: SessionError.self) {
            try await replay.play(in: elsewhere.session)
        }
        #expect(error?.code == .sessionDiverged)
        #expect(
            error?.message.description
                .contains("step 1: the recording has another screen, \"A form\"") == true)
        await elsewhere.stop()

        recording.steps.removeAll { $0.screen != nil && $0.screen?.title != "A form" }
        recording.steps.append(contentsOf: recording.steps.prefix(1))
        let again = try await self.pilot(at: "form", SessionRecorder())
        try await again.open("conformance:facts")
        await #expect(throws: SessionError.self) {
            try await SessionReplay(recording, patience: .milliseconds(50)).play(in: again.session)
        }
        await again.stop()
    }

    @Test(
        "a file keeps its path in a recording, and its content is asked for",
        arguments: [
            (FileValue.Content.path("/tmp/f.csv"), []), (.bytes(SecretText("a,b")), ["A file"]),
        ])
    func files(content: FileValue.Content, secrets: [String]) async throws {
        let first = SessionRecorder(keepsScreens: true)
        let pilot = try await pilot(at: "form", first)
        let file = FileValue(name: "f.csv", content: content)
        try pilot.session.send(
            .act("save", fields: ["file": .file(file), "wish": .toggle(true)]))
        await pilot.session.settle()
        await pilot.stop()
        let recording = try #require(first.recording)
        #expect(try text(of: recording).contains("a,b") == false)
        let replay = SessionReplay(recording)
        #expect(replay.secrets.map(\.label) == secrets)
        let second = SessionRecorder(keepsScreens: true)
        let other = try await self.pilot(at: "form", second)
        let given = replay.secrets.map { ($0, SecretText("a,b")) }
        try await replay.play(in: other.session, given: Dictionary(uniqueKeysWithValues: given))
        await other.stop()
        #expect(second.recording == recording)
    }

    @Test("searching and leafing through a list are done again")
    func searching() async throws {
        let first = SessionRecorder(keepsScreens: true)
        let pilot = try await pilot(at: "many", first)
        try await pilot.search("12")
        try pilot.session.send(.window("items", 10..<20))
        await pilot.session.settle()
        #expect(try pilot.screen().list("items")?.offset == 10)
        let row = try #require(try pilot.screen().list("items")?.rows.last)
        try pilot.session.send(.reading("items", row: row.id))
        await pilot.stop()
        let recording = try #require(first.recording)
        let second = SessionRecorder(keepsScreens: true)
        let other = try await self.pilot(at: "many", second)
        try await SessionReplay(recording).play(in: other.session, given: [:])
        await other.stop()
        #expect(second.recording == recording)
    }

    @Test("an input that was refused has to be refused again")
    func refusals() async throws {
        let recorder = SessionRecorder()
        let pilot = try await pilot(at: "form", recorder)
        #expect(throws: SessionError.self) { try pilot.session.send(.search("a")) }
        await pilot.stop()
        let recording = try #require(recorder.recording)

        let same = try await self.pilot(at: "form", SessionRecorder())
        try await SessionReplay(recording).play(in: same.session)
        await same.stop()
        let searchable = try await self.pilot(at: "many", SessionRecorder())
        let error = await #expect(throws: SessionError.self) {
            try await SessionReplay(recording).play(in: searchable.session)
        }
        #expect(
            error?.message.description.contains("step 1: it was not possible in the recording.")
                == true)
        await searchable.stop()
    }

    @Test("by the flags, a recording goes to a new private file, and is replayed from there")
    func tape() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a").path
        let flags = Configuration(flags: ["record": path, "record-screens": "1"])
        let pilot = try await pilot(at: "form", SessionRecorder(), configuration: flags)
        try await pilot.fill("Your name", with: .text("Grace"))
        try await pilot.choose("Save the form")
        await pilot.stop()
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)

        await #expect(throws: BootFailure.self) {
            _ = try await self.pilot(at: "form", SessionRecorder(), configuration: flags)
        }

        let replaying = try await self.pilot(
            at: "form", SessionRecorder(), configuration: Configuration(flags: ["replay": path]))
        try await replaying.wait("for the end") { replaying.notices.count > 1 }
        #expect(replaying.notices.first?.contains("This recording was made on ") == true)
        #expect(replaying.notices.last == "3 steps were replayed.")
        #expect(replaying.sees("Saved name") && replaying.sees("Grace"))
        await replaying.stop()
    }
}
