import Foundation
public import TenonCore
public import TenonUI

/// Uses a session in this process as a person would: by what can be read, never by ids.
///
/// ```swift
/// try await SessionPilot.run(plugins: [Orders.self], at: "orders") { pilot in
///     try await pilot.choose("Add order")
///     try await pilot.fill("Title", with: .text("Example"))
///     try await pilot.choose("Save")
///     #expect(pilot.sees("Ada", on: "Example"))
/// }
/// ```
///
/// Every function that does something waits until the session has settled: until nothing is being
/// done in the foreground, or a question is open. What cannot be done throws ``TestingError`` with
/// what there is instead, and the place in the test.
public final class SessionPilot: Sendable {
    /// The session.
    public let session: Session
    /// The application, to be stopped with ``stop()``.
    public let application: RunningApplication

    package let host: SessionHost
    private let ports: PilotPorts

    /// What a piloted application is called unless the test says otherwise.
    public static let info = ApplicationInfo(
        name: "Test", executable: "test", version: "1.0.0", scheme: "test")

    /// Boots an application and opens a session in it.
    ///
    /// A clock that stands still, a clipboard, links, and the ports for questions are provided
    /// unless one of the plugins does.
    ///
    /// The code that makes one calls ``stop()`` in the end; `SessionPilot.run` does that by itself.
    ///
    /// - Parameters:
    ///   - plugins: The plugins of the features, and of the services that they need. TenonUI is
    ///     added when it is not among them.
    ///   - info: What the application is called.
    ///   - configuration: The values of settings.
    ///   - linked: Whether the plugins that are linked to the test take part.
    ///   - location: Where the session begins; where the application says unless given.
    ///   - providing: Registers further ports that the features need.
    /// - Throws: `BootFailure`, `RoutingError`, or what a factory throws.
    public convenience init(
        plugins: [any Plugin.Type], application info: ApplicationInfo = SessionPilot.info,
        configuration: Configuration = Configuration(), linked: Bool = false,
        at location: String? = nil,
        providing: @escaping @Sendable (inout Registrar) -> Void = { _ in }
    ) async throws {
        let ports = PilotPorts()
        let hasUI = linked || plugins.contains { $0 == UserInterface.self }
        let application = Application(
            info, configuration: configuration,
            plugins: plugins + (hasUI ? [] : [UserInterface.self]),
            linked: linked
        ) { registrar in
            let all = Application(
                ApplicationInfo(name: "", executable: "", version: "", scheme: ""),
                plugins: plugins, linked: linked
            ).plugins
            ports.register(in: &registrar, beside: all)
            providing(&registrar)
        }
        try await self.init(try await application.boot(), ports: ports, at: location)
    }

    private init(
        _ application: RunningApplication, ports: PilotPorts, at location: String?
    ) async throws {
        self.application = application
        self.ports = ports
        let host = SessionHost(application.container)
        self.host = host
        do {
            session = try await host.openSession(
                at: location.map { try Location(parsing: $0, scheme: host.application.scheme) })
        } catch {
            await application.stop()
            throw error
        }
        await session.settle()
    }

    deinit { session.end() }

    // MARK: - The world

    /// The clock, which moves only when advanced.
    public var clock: ManualClock { ports.clock }

    /// The clipboard.
    public var clipboard: MemoryClipboard { ports.clipboard }

    /// The files that can be read.
    public var files: MemoryFiles { ports.files }

    /// The addresses that were opened.
    public var links: MemoryLinks { ports.links }

    /// The questions and messages outside any session.
    public var outside: RecordingPresenter { ports.presenter.outside }

    /// All notices so far.
    public var notices: [String] { ports.presenter.told.notices.map(\.text) }

    /// All reports of long tasks so far.
    public var progress: [TaskProgress] { ports.presenter.told.progress }

    /// Ends the session and stops the application.
    public func stop() async {
        await end()
        await application.stop()
    }

    /// Ends the session, and waits until what it leaves behind is where it belongs.
    package func end() async {
        session.end()
        await host.waitForEndings()
    }

    // MARK: - Seeing

    /// The present screen.
    ///
    /// - Throws: ``TestingError`` when there is none.
    public func screen(fileID: String = #fileID, line: Int = #line) throws -> Screen {
        guard let screen = session.screen else {
            throw TestStep("look at the screen", fileID: fileID, line: line)
                .cannot(seen: "No screen.")
        }
        return screen
    }

    /// Everything that can be read now: the screen, open questions, running tasks.
    public func see() -> String {
        let screen = session.screen.map { ScreenText.lines(of: $0) } ?? ["No screen."]
        let questions = session.questions.flatMap { $0.kind.lines }
        return (screen + questions + session.progress.map(\.title)).joined(separator: "\n")
    }

    /// Whether a text can be read now.
    public func sees(_ text: String) -> Bool { DriverText.contains(see(), text) }

    /// Whether a text can be read now on the row or fact with a label, its actions included.
    public func sees(_ text: String, on label: String) -> Bool {
        session.screen?.lines(on: label).contains { DriverText.contains($0, text) } ?? false
    }

    /// Waits until a text can be read, for what happens in the background.
    ///
    /// - Throws: ``TestingError`` when it does not come within a minute or more.
    public func wait(
        for text: String, fileID: String = #fileID, line: Int = #line
    ) async throws {
        try await wait("to see \"\(text)\"", fileID: fileID, line: line) { sees(text) }
    }

    /// Waits until a condition holds, for what happens in the background.
    ///
    /// - Throws: ``TestingError`` when it does not hold within a minute or more.
    public func wait(
        _ expectation: String, fileID: String = #fileID, line: Int = #line,
        until condition: () -> Bool
    ) async throws {
        for _ in 0..<12_000 {
            if condition() { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw TestStep("wait", fileID: fileID, line: line).unmet(expectation, seen: see())
    }

    // MARK: - Doing

    /// Chooses the action with a title: of the screen, or of the row or fact with a label; or goes to
    /// the destination with that title.
    ///
    /// An action of the screen gets the values of all fields, as they are and as they were filled.
    public func choose(
        _ title: String, on label: String? = nil, fileID: String = #fileID, line: Int = #line
    ) async throws {
        let screen = try screen(fileID: fileID, line: line)
        let found = screen.actions(on: label)
        guard let (action, target) = found.first(where: { $0.action.title == title }) else {
            if label == nil, let place = screen.destination(titled: title) {
                return try await send(.open(place.location))
            }
            let name = "choose \"\(title)\"\(label.map { " on \"\($0)\"" } ?? "")"
            throw TestStep(name, fileID: fileID, line: line).cannot(seen: see())
        }
        try await act(action, target: target)
    }

    /// Presses the key of an action of the screen, or of a destination.
    public func press(
        _ shortcut: String, fileID: String = #fileID, line: Int = #line
    ) async throws {
        let screen = try screen(fileID: fileID, line: line)
        let found = screen.actions(on: nil)
        guard let (action, target) = found.first(where: { $0.action.shortcut == shortcut }) else {
            if let place = screen.destination(key: shortcut) {
                return try await send(.open(place.location))
            }
            throw TestStep("press \"\(shortcut)\"", fileID: fileID, line: line)
                .cannot(seen: see())
        }
        try await act(action, target: target)
    }

    /// Fills in the field with a label; the session keeps the value for the next action.
    public func fill(
        _ label: String, with value: DriverValue, fileID: String = #fileID, line: Int = #line
    ) async throws {
        let field = try screen(fileID: fileID, line: line).fields.first { $0.label == label }
        guard let field, let value = field.value(of: value) else {
            let name = "fill in \"\(label)\" with \(value)"
            throw TestStep(name, fileID: fileID, line: line).cannot(seen: see())
        }
        try await send(.edit([field.id: value]))
    }

    /// Answers the oldest open question.
    public func answer(
        _ answer: DriverAnswer, fileID: String = #fileID, line: Int = #line
    ) async throws {
        guard let question = session.questions.first, let given = question.kind.answer(answer)
        else {
            throw TestStep("answer \(answer)", fileID: fileID, line: line).cannot(seen: see())
        }
        try await send(.answer(question.id, given))
    }

    /// Takes back what was done last.
    public func undo(fileID: String = #fileID, line: Int = #line) async throws {
        guard let id = session.undoable.last?.undo else {
            throw TestStep("undo", fileID: fileID, line: line).cannot(seen: see())
        }
        try await send(.undo(id))
    }

    /// Searches for a text.
    public func search(_ text: String) async throws { try await send(.search(text)) }

    /// Follows the text, or the name of a person, that leads to a place of the application.
    ///
    /// - Throws: ``TestingError`` when nothing on the screen that leads elsewhere has this text.
    public func follow(
        _ text: String, fileID: String = #fileID, line: Int = #line
    ) async throws {
        guard let location = try screen(fileID: fileID, line: line).location(behind: text) else {
            throw TestStep("follow \"\(text)\"", fileID: fileID, line: line).cannot(seen: see())
        }
        try await send(.open(location))
    }

    /// Goes back.
    public func back() async throws { try await send(.back) }

    /// Wants to end the session, as a person does who closes a window.
    public func close() async throws { try await send(.close()) }

    /// Goes to a location.
    public func open(_ location: String) async throws {
        try await send(.open(try Location(parsing: location)))
    }

    /// Asks for as many rows again of the list with a title, from where its window ends.
    public func showMore(
        of title: String, fileID: String = #fileID, line: Int = #line
    ) async throws {
        for list in try screen(fileID: fileID, line: line).lists where list.title == title {
            let start = list.offset + list.rows.count
            guard start < list.total else { break }
            return try await send(.window(list.id, start..<start + max(1, list.rows.count)))
        }
        throw TestStep("show more of \"\(title)\"", fileID: fileID, line: line)
            .cannot(seen: see())
    }

    private func act(_ action: Action, target: String?) async throws {
        try await send(.act(action.id, target: target))
    }

    func send(_ input: SessionInput) async throws {
        try session.send(input)
        await session.settle()
    }
}
