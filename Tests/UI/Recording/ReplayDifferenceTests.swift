import Foundation
import TenonCore
import TenonTesting
import TenonUI
import Testing

/// What a replay says and does that is not as recorded, and the time that it has.
@Suite struct ReplayDifferenceTests {
    private func screen(_ title: String, _ facts: [Fact] = []) -> Screen {
        Screen(
            location: .at("a"), title: title, blocks: [.facts(FactsBlock(id: "f", facts: facts))])
    }

    @Test("a difference has the lines that differ, with signs, and what they belong to")
    func lines() {
        let difference = ScreenDifference(
            recorded: screen("Logins", [Fact(id: "n", label: "Name", value: .text("Ada"))]),
            present: screen("Logins", [Fact(id: "n", label: "Name", value: .text("Grace"))]))
        #expect(difference.lines.contains { $0.hasPrefix("-") && $0.contains("\"Ada\"") })
        #expect(difference.lines.contains { $0.hasPrefix("+") && $0.contains("\"Grace\"") })
        #expect(difference.lines.contains { $0.hasPrefix(" ") && $0.contains("\"facts\"") })
        #expect(!difference.description.contains("Logins"))
    }

    @Test("equal screens have none, a screen that is missing is all of it, and it is never long")
    func bounds() {
        #expect(ScreenDifference(recorded: screen("A"), present: screen("A")).lines.isEmpty)
        let missing = ScreenDifference(recorded: screen("A"), present: nil)
        #expect(missing.lines.contains { $0.hasPrefix("-") && $0.contains("\"A\"") })
        let facts = (0..<100).map { Fact(id: "\($0)", label: "\($0)", value: .text("x")) }
        let long = ScreenDifference(recorded: screen("A", facts), present: screen("A"))
        #expect(long.lines.count == 41)
        #expect(long.lines.last == "  …")
    }

    @Test("a secret that is revealed is in no difference")
    func secrets() {
        let secret = Fact(id: "p", label: "PIN", value: .revealed("pin-4711"))
        let difference = ScreenDifference(
            recorded: screen("A"), present: screen("B", [secret]))
        #expect(difference.description.contains("PIN"))
        #expect(!difference.description.contains("4711"))
    }

    @Test("the same moment is no difference, whatever it is called by then")
    func moments() {
        let times = ["5 minutes ago", "2 days ago"].map { words in
            var moment = Moment(Timestamp(seconds: 1_000))
            moment.text = words
            return screen("A", [Fact(id: "m", label: "M", value: .moment(moment))])
        }
        #expect(ScreenDifference(recorded: times[0], present: times[1]).lines.isEmpty)
    }

    @Test("nor is one that is shown as a code for a camera")
    func codes() {
        var present = screen("B")
        present.blocks = [
            .qrCode(QRCodeBlock(id: "q", alternative: "Key", content: .revealed("pin-4711"))),
            .qrCode(QRCodeBlock(id: "r", alternative: "Way", content: .text("bees"))),
        ]
        let difference = ScreenDifference(recorded: screen("A"), present: present)
        #expect(difference.description.contains("Key") && difference.description.contains("bees"))
        #expect(!difference.description.contains("4711"))
    }

    @Test("a replay that differs says how, line by line")
    func diverging() async throws {
        let recorder = SessionRecorder(keepsScreens: true)
        let world = try await World(
            [Stub("a", title: "Then") { $0.actions = [Action(id: "go", title: "Go")] }],
            observers: [recorder])
        try await world.pilot.choose("Go")
        await world.pilot.stop()
        let recording = try #require(recorder.recording)

        let other = try await World([Stub("a", title: "Now")])
        let error = await #expect(throws: SessionError.self) {
            try await SessionReplay(recording, patience: .milliseconds(50))
                .play(in: other.session)
        }
        let message = "\(error?.message ?? "")"
        #expect(message.contains("step 1: the recording has another screen, \"Then\"."))
        #expect(message.contains("-   \"title\" : \"Then\""))
        #expect(message.contains("+   \"title\" : \"Now\""))
        #expect(error?.code.status == .differs)
    }

    @Test("a replay in a session that ends meanwhile does not wait for what cannot come")
    func ended() async throws {
        let recorder = SessionRecorder(keepsScreens: true)
        let world = try await World([Stub("a"), Stub("b")], observers: [recorder])
        try await world.pilot.open("b")
        await world.pilot.stop()
        let recording = try #require(recorder.recording)
        let other = try await World([Stub("a")])
        other.session.end()
        let error = await #expect(throws: SessionError.self) {
            try await SessionReplay(recording, patience: .seconds(1_000_000))
                .play(in: other.session)
        }
        #expect(error?.code == .sessionDiverged)
    }

    @Test("a recording knows when it was made, and the session of its replay has that time")
    func time() async throws {
        let time = Timestamp(seconds: 1_000_000_000)
        let recorder = SessionRecorder(clock: ManualClock(start: time))
        let world = try await World([Stub("a")], observers: [recorder])
        await world.pilot.stop()
        let recording = try #require(recorder.recording)
        #expect(recording.header.time == time)
        #expect(try SessionRecording(lines: recording.lines()) == recording)

        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        for (milliseconds, isShown) in [(time.milliseconds, true), (Int64.max, false)] {
            var header = recording.header
            header.start = try Location(parsing: "conformance:form")
            header.time = Timestamp(milliseconds: milliseconds)
            try SessionRecording(header: header).lines().write(to: file)
            try await SessionPilot.run(
                plugins: ConformanceApplication.plugins, settings: ["replay": file.path],
                at: "conformance:form"
            ) { pilot in
                let year = Duration.seconds(366 * 86_400)
                let clock = pilot.session.container[.clock]
                #expect((clock.now() < time.advanced(by: year)) == isShown)
                #expect(pilot.application.container[.clock].now() > time.advanced(by: year))
                try await pilot.wait("for the end") {
                    pilot.notices.last == "0 steps were replayed."
                }
                #expect(pilot.notices.contains { $0.contains("Sep 9, 2001") } == isShown)
            }
        }
    }

    /// Wants the process to end otherwise.
    private struct Ending: SessionObserving {
        let status: TenonCore.ExitStatus?

        func endingStatus() async -> TenonCore.ExitStatus? { status }
    }

    @Test("who observes the sessions of a front end may change how it ends")
    func endingStatus() async throws {
        for (wishes, status) in [
            ([nil, TenonCore.ExitStatus.differs], TenonCore.ExitStatus.differs), ([nil], .success),
            ([], .success),
        ] {
            let world = try await World([Stub("a")], observers: wishes.map { Ending(status: $0) })
            let container = world.pilot.application.container.overriding { overrides in
                overrides.provide(
                    .configuration,
                    Configuration(flags: [SessionHost.startSetting.declaration.name: "a"]))
            }
            let frontEnd = PilotFrontEnd { $0.end() }
            #expect(try await frontEnd.run(in: container) == status)
        }
    }
}
