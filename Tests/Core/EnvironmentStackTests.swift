import Synchronization
import TenonCore
import Testing

@Suite struct EnvironmentStackTests {
    private final class Account: LifecycleHandling {
        let name: String
        private let log: Log<String>
        private let failsToStart: Bool

        init(_ name: String, _ log: Log<String>, failsToStart: Bool = false) {
            self.name = name
            self.log = log
            self.failsToStart = failsToStart
        }

        func start() async throws {
            if failsToStart { throw Refused() }
            log.add("start \(name)")
        }

        func stop() async { log.add("stop \(name)") }
    }

    private struct Refused: Error {}

    private let user = Port<String>("user")
    private let account = Port<Account>("account")
    private let drafts = Port<Account>("drafts")
    private let number = Port<Int>("number")
    private let list = CollectionPort<String>("list")
    private let log = Log<String>()

    /// An account for each session, named for its user and counted, and drafts that need it.
    private func stack(failing: String? = nil) async throws -> EnvironmentStack {
        let count = Sequence()
        let definition = PluginDefinition(
            "plugin"
        ) { [self] registrar in
            registrar.provide(user) { "nobody" }
            registrar.provide(number, .session) { count.next() }
            registrar.provide(drafts, .session, using: account) { account in
                let owner = account
                return Account("drafts of \(owner.name)", log, failsToStart: owner.name == failing)
            }
            registrar.provide(account, .session, using: user) { user in Account(user, log) }
            registrar.contribute(list) { ["application"] }
            registrar.contribute(list, .session, using: user) { user in [user] }
        }
        return EnvironmentStack(try await Application.boot(definition).container)
    }

    private final class Sequence: Sendable {
        private let count = Atomic<Int>(0)

        func next() -> Int { count.add(1, ordering: .relaxed).newValue }
    }

    @Test("without layers it is what the application gives everyone")
    func base() async throws {
        let stack = try await stack()
        #expect(stack.depth == 0)
        #expect(stack.current[user] == "nobody")
        #expect(stack.current[list] == ["application"])
    }

    @Test("signing in gives new values of the session, made for who signs in, and starts them")
    func push() async throws {
        let stack = try await stack()
        try await stack.push { [user] in $0.provide(user, "Ada") }
        #expect(stack.current[user] == "Ada")
        #expect(stack.current[account].name == "Ada")
        #expect(stack.current[list] == ["application", "Ada"])
        #expect(log.entries == ["start Ada", "start drafts of Ada"])
        await stack.close()?.value
    }

    @Test("signing out stops what ran, the latest first, and what was there before is back")
    func pop() async throws {
        let stack = try await stack()
        try await stack.push()
        let before = stack.current[account]
        let layer = try await stack.push { [user] in $0.provide(user, "Ada") }
        await stack.pop(layer)
        #expect(stack.current[account] === before)
        #expect(
            log.entries == [
                "start nobody", "start drafts of nobody", "start Ada", "start drafts of Ada",
                "stop drafts of Ada", "stop Ada",
            ])
        await stack.close()?.value
        #expect(log.entries.suffix(2) == ["stop drafts of nobody", "stop nobody"])
        #expect(stack.current[user] == "nobody")
    }

    @Test("each layer has values of its own, also without a difference; collections do not double")
    func nested() async throws {
        let stack = try await stack()
        try await stack.push { [user] in $0.provide(user, "Ada") }
        let (first, outer) = (stack.current[number], stack.current[account])
        try await stack.push()
        #expect(stack.depth == 2)
        #expect(stack.current[user] == "Ada")
        #expect(stack.current[number] == first + 1)
        #expect(stack.current[account] !== outer)
        #expect(stack.current[list] == ["application", "Ada"])
        await stack.close()?.value
    }

    @Test(
        "an override of a session's port stays in the layers above, whose values are made with it")
    func overriddenSessionPort() async throws {
        let stack = try await stack()
        try await stack.push()
        let replacement = Account("replaced", log)
        try await stack.push { [account] in $0.provide(account, replacement) }
        #expect(stack.current[account] === replacement)
        #expect(stack.current[drafts].name == "drafts of replaced")
        try await stack.push { [list] in $0.replace(list, ["only"]) }
        #expect(stack.current[account] === replacement)
        #expect(stack.current[list] == ["only"])
        await stack.close()?.value
    }

    @Test("signing out drops what the session had")
    func dropped() async throws {
        let stack = try await stack()
        weak var dropped: Account?
        weak var below: Account?
        try await stack.push()
        let layer = try await stack.push { [user] in $0.provide(user, "Ada") }
        dropped = stack.current[account]
        #expect(dropped != nil)
        await stack.pop(layer)
        #expect(dropped == nil)
        below = stack.current[account]
        #expect(below != nil)
        await stack.close()?.value
        #expect(below == nil)
    }

    @Test("a stack that nobody holds any more stops what ran in it")
    func abandoned() async throws {
        var stack: EnvironmentStack? = try await stack()
        try await stack?.push()
        stack = nil
        await log.wait(for: 4)
        #expect(log.entries.suffix(2) == ["stop drafts of nobody", "stop nobody"])
    }

    @Test("popping a layer takes those above with it; popping it again does nothing")
    func popAll() async throws {
        let stack = try await stack()
        let lower = try await stack.push { [user] in $0.provide(user, "Ada") }
        let upper = try await stack.push { [user] in $0.provide(user, "Bob") }
        await stack.pop(lower)
        #expect(stack.depth == 0)
        #expect(
            log.entries.suffix(4) == [
                "stop drafts of Bob", "stop Bob", "stop drafts of Ada", "stop Ada",
            ])
        try await stack.push()
        await stack.pop(lower)
        await stack.pop(upper)
        #expect(stack.depth == 1)
        await stack.close()?.value
    }

    @Test("work that began inside keeps its container until it ends; what begins later does not")
    func workKeepsItsContainer() async throws {
        let stack = try await stack()
        let layer = try await stack.push { [user] in $0.provide(user, "Ada") }
        let (began, mayGoOn) = (Barrier(), Barrier())
        let work = Task { [user] in
            await stack.run {
                began.open()
                await mayGoOn.pass()
                return Environment.current?[user]
            }
        }
        await began.pass()
        await stack.pop(layer)
        let later = await stack.run { [user] in Environment.current?[user] }
        #expect(later == "nobody")
        mayGoOn.open()
        #expect(await work.value == "Ada")
        #expect(Environment.current == nil)
    }

    @Test("signing out goes on when the task that does it is cancelled")
    func cancelled() async throws {
        let stack = try await stack()
        let layer = try await stack.push()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await stack.pop(layer)
        }
        await task.value
        #expect(log.entries.suffix(2) == ["stop drafts of nobody", "stop nobody"])
    }

    @Test("a sign-in that fails stops what had started, and changes nothing")
    func failingStart() async throws {
        let stack = try await stack(failing: "Ada")
        try await stack.push()
        await #expect(throws: Refused.self) {
            try await stack.push { [user] in $0.provide(user, "Ada") }
        }
        #expect(stack.current[user] == "nobody")
        #expect(stack.depth == 1)
        #expect(log.entries.suffix(2) == ["start Ada", "stop Ada"])
        await stack.close()?.value
    }

    @Test("a sign-in that takes so long that somebody signs out meanwhile is not for the next one")
    func outdatedPush() async throws {
        let (began, mayGoOn) = (Barrier(), Barrier())
        let log = log
        let slow = PluginDefinition("plugin") { [user, account] in
            $0.provide(user) { "nobody" }
            $0.provide(account, .session, using: user) { user in
                let name = user
                if name == "slow" {
                    began.open()
                    await mayGoOn.pass()
                }
                return Account(name, log)
            }
        }
        let stack = EnvironmentStack(try await Application.boot(slow).container)
        let layer = try await stack.push { [user] in $0.provide(user, "Ada") }
        let signIn = Task { [user] in try await stack.push { $0.provide(user, "slow") } }
        await began.pass()
        await stack.pop(layer)
        mayGoOn.open()
        let error = await #expect(throws: ContainerError.self) { try await signIn.value }
        #expect(error?.code.name == "container.environment")
        #expect(stack.depth == 0)
        #expect(log.entries == ["start Ada", "stop Ada", "start slow", "stop slow"])
    }

    @Test("nobody signs in after the end")
    func closed() async throws {
        let stack = try await stack()
        #expect(stack.top != nil)
        stack.close()
        #expect(stack.top == nil)
        await #expect(throws: ContainerError.self) { try await stack.push() }
        #expect(log.entries.count == 4)
    }

    @Test("whoever reads while others sign in and out sees one layer as a whole")
    func races() async throws {
        let stack = try await stack()
        try await stack.push()
        let over = Flag()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { [user, account, drafts, list] in
                    while !over.isSet {
                        let container = stack.current
                        let name = container[user]
                        #expect(container[account].name == name)
                        #expect(container[drafts].name == "drafts of \(name)")
                        #expect(container[list] == ["application", name])
                        await stack.run { () async in #expect(Environment.current?[user] != nil) }
                        await Task.yield()
                    }
                }
            }
            await withTaskGroup(of: Void.self) { signing in
                for task in 0..<4 {
                    signing.addTask { [user] in
                        for round in 0..<100 {
                            let name = "user \(task).\(round)"
                            let layer = try? await stack.push { $0.provide(user, name) }
                            if let layer { await stack.pop(layer) }
                        }
                    }
                }
                await signing.waitForAll()
            }
            over.set()
        }
        #expect(stack.depth == 1)
        #expect(stack.current[user] == "nobody")
        await stack.close()?.value
        let entries = log.entries
        #expect(
            Set(entries.filter { $0.hasPrefix("start") }.map { $0.dropFirst(6) })
                == Set(entries.filter { $0.hasPrefix("stop") }.map { $0.dropFirst(5) }))
        #expect(Set(entries).count == entries.count)
    }

    private final class Flag: Sendable {
        private let value = Atomic<Bool>(false)

        var isSet: Bool { value.load(ordering: .acquiring) }

        func set() { value.store(true, ordering: .releasing) }
    }
}
