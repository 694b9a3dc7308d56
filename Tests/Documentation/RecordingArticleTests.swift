import Foundation
import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite("The article Record and replay", AtFailingStep())
struct RecordingArticleTests {
    private static let plugins: [any Plugin.Type] = [
        BellFeature.self, RoastFeature.self, CupboardFeature.self,
    ]

    @Test("A recording leads to the same screens again")
    func again() async throws {
        let recorder = SessionRecorder(keepsScreens: true)
        try await SessionPilot.run(
            plugins: Self.plugins,
            providing: { registrar in
                registrar.contribute(.sessionObservers) { [recorder] }
            }
        ) { pilot in
            try await pilot.open("oven")
            try await pilot.choose("Ring the bell")
            try await pilot.answer(.confirm)
        }
        let recording = try #require(recorder.recording)
        #expect(try SessionRecording(lines: recording.lines()) == recording)

        try await SessionPilot.run(plugins: Self.plugins) { pilot in
            try await SessionReplay(recording).play(in: pilot.session)
            #expect(pilot.notices == ["The bell has rung."])
            #expect(try pilot.screen().title == "Oven")
        }
    }

    @Test("A replay that differs says at which step, and how")
    func difference() async throws {
        let lines = """
            {"application":"Tea house","recording":1,"start":"shelf"}
            {"do":"act","id":"polish"}
            """
        let recording = try SessionRecording(lines: Data(lines.utf8))
        try await SessionPilot.run(plugins: Self.plugins, at: "shelf") { pilot in
            let error = await #expect(throws: SessionError.self) {
                try await SessionReplay(recording, patience: .milliseconds(50))
                    .play(in: pilot.session)
            }
            #expect(error?.code == .sessionDiverged && error?.code.status == .differs)
        }
    }

    @Test("The flags are there where the application names the plugin")
    func flags() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try await SessionPilot.run(
            plugins: Self.plugins + [SessionTape.self], settings: ["record": file.path]
        ) { pilot in
            try await pilot.open("oven")
        }
        try await SessionPilot.run(
            plugins: Self.plugins + [SessionTape.self], settings: ["replay": file.path]
        ) { pilot in
            try await pilot.wait(for: "The oven is empty.")
        }
    }
}
