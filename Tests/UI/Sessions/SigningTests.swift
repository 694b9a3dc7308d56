import Dispatch
import Synchronization
import TenonCore
import TenonTesting
import TenonUI
import Testing

/// Signing in and out of a running session, as features and front ends see it.
@Suite struct SigningTests {
    /// What a person has while signed in.
    private final class Mailbox: LifecycleHandling {
        let owner: String
        private let log: Log

        init(of owner: String, _ log: Log) {
            self.owner = owner
            self.log = log
        }

        func start() async throws {
            if owner == "Mallory" { throw Refused() }
            log.add("start \(owner)")
        }

        func stop() async { log.add("stop \(owner)") }
    }

    private final class Log: Sendable {
        private let state = Mutex<[String]>([])

        var lines: [String] { state.withLock(\.self) }

        func add(_ line: String) { state.withLock { $0.append(line) } }
    }

    private struct Refused: ExplainedError {
        let code = ErrorCode("test.refused", .noPermission)
        let message: Sentence = "You are not welcome."
        let remedy: Sentence = ""
    }

    private let user = Port<String>("user")
    private let mailbox = Port<Mailbox>("mailbox")
    private let log = Log()

    /// A page that names its user, with actions to sign in and out.
    private func pilot(
        coordinators: [any Coordinator] = [],
        places: @escaping @Sendable (Mailbox) -> [ApplicationDestination] = { _ in [] }
    ) async throws -> SessionPilot {
        try await SessionPilot(plugins: [], at: "page:start") { [user, mailbox, log] registrar in
            registrar.provide(user) { "nobody" }
            registrar.provide(mailbox, .session, using: user) { Mailbox(of: $0, log) }
            registrar.contribute(.coordinators) { coordinators }
            registrar.contribute(.destinations, .session, using: mailbox, make: places)
            registrar.contribute(.applicationActions) {
                let asking = ApplicationAction(
                    effect: .run { ports in
                        let seen = "\(try ports[mailbox].owner) \(Environment.current?[user] ?? "")"
                        _ = try await ports[.alerts].present(Alert(title: seen, message: ""))
                    }
                ) { _ in Action(id: "ask", title: "Who am I?", scope: .application) }
                return [asking]
            }
            registrar.contribute(.scenes) {
                [
                    try SceneDefinition(pattern: "page:{name}") { context in
                        InteractiveScene(
                            Signing(
                                signing: context.ports[.signing], user: user,
                                owner: try context.ports[mailbox].owner),
                            presenter: Page(location: context.location), context: context
                        ) { input, _ in
                            if case .other(let id, _) = input { id } else { nil }
                        }
                    }
                ]
            }
        }
    }

    /// Signs in by a name, and out by "out".
    private struct Signing: Interactor {
        let signing: (any SigningIn)?
        let user: Port<String>
        let owner: String

        var initialState: String { owner }

        func mutate(_ action: String, _ state: String) -> Effect<String> {
            .run("sign") { _ in
                if action == "out" {
                    await signing?.signOut(to: .at("page", "start"))
                } else {
                    try await signing?.signIn(at: .at("page", "home")) { $0.provide(user, action) }
                }
            }
        }

        func reduce(_ state: inout String, _ mutation: String) {}
    }

    /// Names the owner of the mailbox.
    private struct Page: Presenter {
        let location: Location

        func screen(for state: String) -> Screen {
            let names = ["Ada", "Mallory"].map { Action(id: $0, title: "I am \($0)") }
            return Screen(
                location: location, title: "Page of \(state)",
                actions: names + [Action(id: "out", title: "Sign out")])
        }
    }

    @Test("who signs in goes on elsewhere, with a container and values of the own")
    func signIn() async throws {
        let pilot = try await pilot()
        #expect(pilot.sees("Page of nobody"))
        #expect(pilot.session.container[.signing]?.isSignedIn == false)
        try await pilot.choose("I am Ada")
        try await pilot.wait(for: "Page of Ada")
        #expect(try pilot.screen().location == .at("page", "home"))
        #expect(!pilot.session.canGoBack)
        #expect(pilot.session.container[user] == "Ada")
        #expect(pilot.session.container[.signing]?.isSignedIn == true)
        try await pilot.choose("Who am I?")
        #expect(pilot.sees("Ada Ada"))
        #expect(log.lines == ["start nobody", "start Ada"])
        await pilot.stop()
    }

    @Test("a place of who is signed in tells of its changes, until that person signs out")
    func placeOfThePerson() async throws {
        let letters = Mutex(0)
        let ended = Mutex<[String]>([])
        let arrivals = Mutex<[String: AsyncStream<Void>.Continuation]>([:])
        let pilot = try await pilot { mailbox in
            let owner = mailbox.owner
            let changes: @Sendable () -> AsyncStream<Void> = {
                AsyncStream { arrival in
                    arrival.onTermination = { _ in ended.withLock { $0.append(owner) } }
                    arrivals.withLock { $0[owner] = arrival }
                }
            }
            return [
                ApplicationDestination(changes: changes) { _ in
                    Destination(
                        .at("page", "inbox"), title: "Inbox", count: letters.withLock(\.self))
                }
            ]
        }
        try await pilot.choose("I am Ada")
        try await pilot.wait(for: "Page of Ada")
        letters.withLock { $0 = 41 }
        try await pilot.wait("a listener") { arrivals.withLock { $0["Ada"] } != nil }
        arrivals.withLock { $0["Ada"] }?.yield()
        try await pilot.wait(for: "41")
        try await pilot.choose("Sign out")
        try await pilot.wait(for: "Page of nobody")
        try await pilot.wait("nobody to listen") { ended.withLock { $0.contains("Ada") } }
        await pilot.stop()
    }

    /// Signs in while it appears, as one does that finds a person who was signed in before.
    private final class Resuming: Scene {
        let signing: any SigningIn
        let user: Port<String>
        let screen: Screen

        init(_ signing: any SigningIn, _ user: Port<String>, at location: Location) {
            self.signing = signing
            self.user = user
            screen = Screen(location: location, title: "Resuming")
        }

        func start(changed: @escaping @Sendable () -> Void) {}

        func receive(_ input: SceneInput) -> Bool {
            guard input == .appear else { return false }
            let isDone = DispatchSemaphore(value: 0)
            Task { [signing, user] in
                try await signing.signIn(at: .at("page", "home")) { $0.provide(user, "Ada") }
                isDone.signal()
            }
            isDone.wait()
            return true
        }

        func stop() {}
    }

    @Test("a scene that signs in while it appears does not end the session")
    func signInAtOnce() async throws {
        try await SessionPilot.run(at: "resume") { [user] registrar in
            registrar.provide(user) { "nobody" }
            registrar.contribute(.scenes) {
                [
                    try SceneDefinition(pattern: "resume") { context in
                        let signing = try #require(context.ports[.signing])
                        return Resuming(signing, user, at: context.location)
                    },
                    try SceneDefinition(pattern: "page:{name}") { context in
                        InteractiveScene(
                            Signing(
                                signing: context.ports[.signing], user: user,
                                owner: try context.ports[user]),
                            presenter: Page(location: context.location), context: context
                        ) { input, _ in
                            if case .other(let id, _) = input { id } else { nil }
                        }
                    },
                ]
            }
        } _: { pilot in
            try await pilot.wait(for: "Page of Ada")
            #expect(!pilot.session.isEnded)
        }
    }

    @Test("who signs out leaves nothing behind: no scene, no question, no value")
    func signOut() async throws {
        let pilot = try await pilot()
        try await pilot.choose("I am Ada")
        try await pilot.wait(for: "Page of Ada")
        weak var mailbox: Mailbox?
        mailbox = pilot.session.container[self.mailbox]
        #expect(mailbox?.owner == "Ada")
        try await pilot.choose("Sign out")
        try await pilot.wait(for: "Page of nobody")
        #expect(pilot.session.container[user] == "nobody")
        try await pilot.wait("what Ada had to go") { mailbox == nil }
        #expect(log.lines == ["start nobody", "start Ada", "stop Ada"])
        try await pilot.choose("Who am I?")
        #expect(pilot.sees("nobody nobody"))
        await pilot.stop()
    }

    @Test("a question that was open for who signs out is taken back")
    func openQuestion() async throws {
        let pilot = try await pilot()
        let session = pilot.session
        try await pilot.choose("I am Ada")
        try await pilot.wait(for: "Page of Ada")
        try await pilot.choose("Who am I?")
        #expect(session.questions.count == 1)
        await session.container[.signing]?.signOut(to: .at("page", "start"))
        try await pilot.wait(for: "Page of nobody")
        #expect(session.questions.isEmpty)
        await pilot.stop()
    }

    @Test("a sign-in that fails is told of, and changes nothing")
    func failingSignIn() async throws {
        let pilot = try await pilot()
        try await pilot.choose("I am Mallory")
        try await pilot.wait(for: "You are not welcome.")
        try await pilot.answer(.cancel)
        #expect(pilot.sees("Page of nobody"))
        #expect(pilot.session.container[.signing]?.isSignedIn == false)
        #expect(log.lines == ["start nobody"])
        await pilot.stop()
    }

    @Test("without a location the coordinators say where it goes on")
    func coordinators() async throws {
        let flow = StubFlow { event in
            if case .start(nil) = event { .reset([.at("page", "begin")]) } else { nil }
        }
        let pilot = try await pilot(coordinators: [flow])
        try await pilot.session.container[.signing]?.signIn(at: nil) { [user] in
            $0.provide(user, "Ada")
        }
        await pilot.session.settle()
        #expect(try pilot.screen().location == .at("page", "begin"))
        await pilot.session.container[.signing]?.signOut(to: nil)
        await pilot.session.container[.signing]?.signOut(to: nil)
        await pilot.session.settle()
        #expect(pilot.sees("Page of nobody"))
        await pilot.stop()
    }

    @Test("what is asked for while somebody is being signed in is where it goes on")
    func askedMeanwhile() async throws {
        let pilot = try await pilot()
        let session = pilot.session
        try await session.container[.signing]?.signIn(at: .at("page", "home")) { [user] in
            $0.provide(user, "Ada")
            #expect(throws: Never.self) { try session.send(.open(.at("page", "asked"))) }
        }
        await session.settle()
        #expect(try pilot.screen().location == .at("page", "asked"))
        #expect(pilot.sees("Page of Ada"))
        // What was asked for, and opened, before the next one is no wish of the next one.
        try await session.container[.signing]?.signIn(at: .at("page", "home")) { [user] in
            $0.provide(user, "Bob")
        }
        await session.settle()
        #expect(try pilot.screen().location == .at("page", "home"))
        await pilot.stop()
    }

    @Test("a session may end at any moment of a sign-in")
    func endDuringSignIn() async throws {
        for _ in 0..<200 {
            let pilot = try await pilot()
            let session = pilot.session
            let signing = try #require(session.container[.signing])
            let signIn = Task { [user] in
                try? await signing.signIn(at: .at("page", "home")) { $0.provide(user, "Ada") }
                await signing.signOut(to: .at("page", "start"))
            }
            let end = Task { session.end() }
            await signIn.value
            await end.value
            #expect(session.isEnded)
            await pilot.stop()
        }
    }

    @Test("the end of a session signs everybody out; afterwards nobody signs in")
    func end() async throws {
        let pilot = try await pilot()
        let signing = try #require(pilot.session.container[.signing])
        try await signing.signIn(at: .at("page", "home")) { [user] in $0.provide(user, "Ada") }
        pilot.session.end()
        try await pilot.wait("everything to stop") { log.lines.count == 4 }
        #expect(log.lines == ["start nobody", "start Ada", "stop Ada", "stop nobody"])
        await #expect(throws: SessionError.self) {
            try await signing.signIn(at: nil) { [user] in $0.provide(user, "Bob") }
        }
        await pilot.stop()
    }
}
