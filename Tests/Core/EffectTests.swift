import Foundation
import TenonCore
import TestSupport
import Testing

@Suite struct EffectTests {
    private struct Broken: Error {}

    /// A store whose work waits at a barrier of its name, tells when it begins, and then notes it.
    private struct Bench {
        let begun = Log<String>()
        let ended = Log<String>()
        let gates: [String: Barrier]
        let store: Store<Counter>

        init(
            _ policy: Effect<Counter.Mutation>.Policy, _ names: String...,
            hooks: StoreHooks = StoreHooks()
        ) {
            let gates = Dictionary(uniqueKeysWithValues: names.map { ($0, Barrier()) })
            let (begun, ended) = (begun, ended)
            var counter = Counter()
            counter.effect = { name, _ in
                if name == "cancel" { return .cancel("work") }
                return .run("work", policy: policy) { emit in
                    begun.add(name)
                    await gates[name]?.pass()
                    emit(.note(name))
                    ended.add(name)
                }
            }
            self.gates = gates
            store = Store(counter, hooks: hooks)
        }

        func open(_ name: String) async {
            gates[name]?.open()
            await ended.wait { $0.contains(name) }
        }
    }

    @Test("what work tells while something else is about to cancel it does not arrive after that")
    func lateStep() async {
        let (begun, cancelling, told) = (Log<Void>(), Log<Void>(), Log<Void>())
        var counter = Counter()
        counter.effect = { name, _ in
            guard name == "work" else {
                cancelling.add(())
                // Time: mostly enough for the work to be at the door; it may come later as well.
                Thread.sleep(forTimeInterval: 0.1)
                return .cancel("work")
            }
            return .run("work") { emit in
                begun.add(())
                await cancelling.wait(for: 1)
                emit(.note("late"))
                told.add(())
            }
        }
        let store = Store(counter)
        store.send(.work("work"))
        await begun.wait(for: 1)
        store.send(.work("cancel"))
        await told.wait(for: 1)
        #expect(store.state.notes == [])
    }

    @Test("work may end in another effect, which nothing starts when the work was cancelled")
    func chain() async {
        let (begun, ended, gate) = (Log<String>(), Log<String>(), Barrier())
        var counter = Counter()
        counter.effect = { name, _ in
            if name == "cancel" { return .cancel("found") }
            return .chain(name) { emit in
                emit(.note(name))
                begun.add(name)
                if name == "found" { await gate.pass() }
                return .merge(
                    .just(.note("\(name) next")),
                    .run("next") { emit in
                        emit(.note("\(name) last"))
                        ended.add(name)
                    })
            }
        }
        let store = Store(counter)
        store.send(.work("found"))
        await begun.wait { $0.contains("found") }
        store.send(.work("cancel"))
        gate.open()
        store.send(.work("kept"))
        await ended.wait { $0.contains("kept") }
        while !store.unfinishedWork.isEmpty { await Task.yield() }
        #expect(store.state.notes == ["found", "kept", "kept next", "kept last"])
        #expect(ended.entries == ["kept"])
    }

    @Test("concurrent work runs side by side")
    func concurrent() async {
        let bench = Bench(.concurrent, "a", "b")
        bench.store.send(.work("a"))
        bench.store.send(.work("b"))
        await bench.begun.wait(for: 2)
        await bench.open("b")
        await bench.open("a")
        #expect(bench.store.state.notes == ["b", "a"])
    }

    @Test("of the latest policy only the last work counts, even when the earlier one goes on")
    func latest() async {
        let bench = Bench(.latest, "a", "b")
        bench.store.send(.work("a"))
        await bench.begun.wait(for: 1)
        bench.store.send(.work("b"))
        await bench.open("a")
        await bench.open("b")
        #expect(bench.store.state.notes == ["b"])
    }

    @Test("of the first policy new work is dropped while one runs, and taken afterwards")
    func first() async {
        let bench = Bench(.first, "a", "b", "c")
        bench.store.send(.work("a"))
        await bench.begun.wait(for: 1)
        bench.store.send(.work("b"))
        await bench.open("a")
        // The work is over a moment after its last line has run.
        while !bench.begun.entries.contains("c") {
            bench.store.send(.work("c"))
            for _ in 0..<10 { await Task.yield() }
        }
        await bench.open("c")
        #expect(bench.store.state.notes == ["a", "c"])
    }

    @Test("of the serial policy work waits for the one before it")
    func serial() async {
        let bench = Bench(.serial, "a", "b", "c")
        for name in ["a", "b", "c"] { bench.store.send(.work(name)) }
        bench.gates["c"]?.open()
        bench.gates["b"]?.open()
        await bench.begun.wait(for: 1)
        #expect(bench.begun.entries == ["a"])
        await bench.open("a")
        await bench.ended.wait(for: 3)
        #expect(bench.store.state.notes == ["a", "b", "c"])
    }

    @Test("work of the first policy is taken when the running one was cancelled")
    func firstAfterCancelled() async {
        let bench = Bench(.first, "a", "b")
        bench.store.send(.work("a"))
        await bench.begun.wait(for: 1)
        bench.store.send(.work("cancel"))
        bench.store.send(.work("b"))
        await bench.open("b")
        await bench.open("a")
        #expect(bench.store.state.notes == ["b"])
    }

    @Test("serial work waits for everything of its identity, cancelled work included")
    func serialAfterOthers() async {
        let order = Log<String>()
        let gates = ["a": Barrier(), "b": Barrier(), "c": Barrier()]
        var counter = Counter()
        counter.effect = { name, _ in
            if name == "cancel" { return .cancel("work") }
            return .run("work", policy: name == "c" ? .serial : .concurrent) { _ in
                order.add("begin \(name)")
                await gates[name]?.pass()
                order.add("end \(name)")
            }
        }
        let store = Store(counter)
        for name in ["a", "b"] { store.send(.work(name)) }
        await order.wait(for: 2)
        store.send(.work("cancel"))
        store.send(.work("c"))
        gates["c"]?.open()
        gates["b"]?.open()
        await order.wait { $0.contains("end b") }
        #expect(!order.entries.contains("begin c"))
        gates["a"]?.open()
        await order.wait { $0.contains("end c") }
        #expect(order.entries.suffix(3) == ["end a", "begin c", "end c"])
    }

    @Test("serial work that is cancelled while it waits never begins, and the next one does")
    func cancelledWhileWaiting() async {
        let bench = Bench(.serial, "a", "b", "c")
        bench.store.send(.work("a"))
        await bench.begun.wait(for: 1)
        bench.store.send(.work("b"))
        bench.store.send(.work("cancel"))
        bench.store.send(.work("c"))
        for name in ["a", "b"] { bench.gates[name]?.open() }
        await bench.open("c")
        #expect(bench.begun.entries == ["a", "c"])
        #expect(bench.store.state.notes == ["c"])
    }

    @Test("identities do not disturb each other")
    func identities() async {
        let begun = Log<String>()
        let gate = Barrier()
        var counter = Counter()
        counter.effect = { name, _ in
            if name == "cancel" { return .cancel("a") }
            return .run(name, policy: .latest) { emit in
                begun.add(name)
                await gate.pass()
                emit(.note(name))
            }
        }
        let store = Store(counter)
        for name in ["a", "b", "cancel"] { store.send(.work(name)) }
        gate.open()
        while store.state.notes.isEmpty { await Task.yield() }
        #expect(store.state.notes == ["b"])
    }

    @Test("an error that nobody else takes becomes an alert of the session's container")
    func alertedError() async throws {
        let presenter = Alerts()
        let container = try await Application.boot(
            PluginDefinition("plugin", requires: [.alerts]) {
                $0.provide(.alerts) { presenter }
            }
        ).container
        var counter = Counter()
        counter.effect = { _, _ in .run("work") { _ in throw Broken() } }
        let store = Store(counter, hooks: StoreHooks(container: container))
        store.send(.work("a"))
        await presenter.messages.wait(for: 1)
        #expect(presenter.messages.entries == ["Something unexpected happened: Broken()"])
    }

    private struct Alerts: AlertPresenting {
        let messages = Log<String>()

        func present(_ alert: Alert) async -> String? {
            messages.add(alert.message)
            return nil
        }
    }

    @Test("work is cancelled by its identity, and what it emits afterwards is dropped")
    func cancelEffect() async {
        let bench = Bench(.concurrent, "a", "b")
        bench.store.send(.work("a"))
        bench.store.send(.work("b"))
        await bench.begun.wait(for: 2)
        bench.store.send(.work("cancel"))
        await bench.open("a")
        await bench.open("b")
        #expect(bench.store.state.notes == [])
    }

    @Test("work is cancelled with the scene, and later work does not begin")
    func cancelScene() async {
        let bench = Bench(.concurrent, "a", "b")
        bench.store.send(.work("a"))
        await bench.begun.wait(for: 1)
        bench.store.cancel()
        bench.store.send(.work("b"))
        await bench.open("a")
        #expect(bench.store.state.notes == [])
        #expect(bench.begun.entries == ["a"])
    }

    @Test("work is cancelled when nobody has the store any more")
    func releasedStore() async {
        let cancelled = Barrier()
        let begun = Barrier()
        do {
            var counter = Counter()
            counter.effect = { _, _ in
                .run("work") { _ in
                    begun.open()
                    try? await untilCancelled()
                    cancelled.open()
                }
            }
            let store = Store(counter)
            store.send(.work("a"))
            await begun.pass()
        }
        await cancelled.pass()
    }

    @Test("what cancelled work emits from a task of its own is dropped, too")
    func foreignEmission() async {
        let (begun, gate, done) = (Barrier(), Barrier(), Barrier())
        var counter = Counter()
        counter.effect = { name, _ in
            if name == "cancel" { return .cancel("work") }
            return .run("work") { emit in
                Task.detached {
                    await gate.pass()
                    emit(.note("late"))
                    done.open()
                }
                begun.open()
                try await untilCancelled()
            }
        }
        let store = Store(counter)
        store.send(.work("begin"))
        await begun.pass()
        store.send(.work("cancel"))
        gate.open()
        await done.pass()
        #expect(store.state.notes == [])
    }

    @Test("an error becomes the mutation that the interactor declares")
    func declaredError() async {
        let undeclared = Log<String>()
        var counter = Counter()
        counter.effect = { _, _ in .run("work") { _ in throw Broken() } }
        counter.failure = { $0 is Broken ? .note("failed") : nil }
        let seen = Log<[String]>()
        let store = Store(counter, hooks: StoreHooks(failed: { undeclared.add("\($0)") }))
        store.observe { seen.add($0.notes) }
        store.send(.work("a"))
        await seen.wait(for: 1)
        #expect(seen.entries == [["failed"]])
        #expect(undeclared.entries == [])
    }

    @Test("an error without such a mutation goes to the hook: it never vanishes")
    func undeclaredError() async {
        let failures = Log<String>()
        var counter = Counter()
        counter.effect = { _, _ in .run("work") { _ in throw Broken() } }
        let store = Store(counter, hooks: StoreHooks(failed: { failures.add("\($0)") }))
        store.send(.work("a"))
        await failures.wait(for: 1)
        #expect(failures.entries == ["Broken()"])
    }

    @Test("mutations of one work come in the order in which it emits them")
    func emissionOrder() async {
        var counter = Counter()
        counter.effect = { _, _ in
            .run("work") { emit in for number in 0..<1000 { emit(.note("\(number)")) } }
        }
        let store = Store(counter)
        store.send(.work("a"))
        while store.state.notes.count < 1000 { await Task.yield() }
        #expect(store.state.notes == (0..<1000).map(String.init))
    }

    @Test("merged effects are done in order, mutations before send returns")
    func merged() async {
        let begun = Barrier()
        var counter = Counter()
        counter.effect = { _, state in
            .merge(
                .just(.note("one")), .run("work") { _ in begun.open() }, .none,
                .merge(.just(.note("two")), .just(.add(state.count + 1))))
        }
        let store = Store(counter)
        store.send(.work("a"))
        #expect(store.state.notes == ["one", "two"])
        #expect(store.state.count == 1)
        await begun.pass()
    }

    @Test("foreground work is counted while it runs, background work is not")
    func activity() async {
        let changes = Log<Int>()
        let gate = Barrier()
        var counter = Counter()
        counter.effect = { name, _ in
            .run(name, isBackground: name == "background") { emit in
                await gate.pass()
                emit(.note(name))
            }
        }
        let store = Store(counter, hooks: StoreHooks(activity: { changes.add($0) }))
        store.send(.work("background"))
        store.send(.work("foreground"))
        #expect(changes.entries == [1])
        gate.open()
        await changes.wait(for: 2)
        #expect(changes.entries == [1, -1])
        while store.state.notes.count < 2 { await Task.yield() }
        #expect(changes.entries == [1, -1])
    }

    @Test("work that is cancelled before it begins is no longer counted either")
    func cancelledActivity() async {
        let changes = Log<Int>()
        let gate = Barrier()
        var counter = Counter()
        counter.effect = { _, _ in .run("work", policy: .serial) { _ in await gate.pass() } }
        let store = Store(counter, hooks: StoreHooks(activity: { changes.add($0) }))
        for _ in 0..<5 { store.send(.work("a")) }
        store.cancel()
        gate.open()
        await changes.wait(for: 10)
        #expect(changes.entries.reduce(0, +) == 0)
    }

    @Test("work finds the container of its session in the environment")
    func environment() async throws {
        let word = Port<String>("word")
        let container = try await Application.boot(
            PluginDefinition("plugin") { $0.provide(word) { "hello" } }
        ).container
        var counter = Counter()
        counter.effect = { _, _ in
            .run("work") { emit in emit(.note(Environment.current?[word] ?? "none")) }
        }
        let store = Store(counter, hooks: StoreHooks(container: container))
        store.send(.work("a"))
        while store.state.notes.isEmpty { await Task.yield() }
        #expect(store.state.notes == ["hello"])
    }
}
