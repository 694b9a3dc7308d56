import TenonCore
import Testing

@Suite("Interactors as parts of others")
struct PartTests {
    private struct Broken: Error {}

    @Test("a part changes its own state at once, with what its logic looks at")
    func synchronous() {
        var row = Counter()
        row.effect = { _, state in .just(.add(state.count + 1)) }
        let store = Store(Rows(row: row))
        store.send(.row("a", .work("double")))
        store.send(.row("a", .work("double")))
        store.send(.row("b", .add(5)))
        #expect(store.state.rows.mapValues(\.count) == ["a": 3, "b": 5])
    }

    @Test("work of two rows with the same identity does not meet")
    func identities() async {
        let gate = Barrier()
        var row = Counter()
        row.effect = { _, _ in
            .run("load", policy: .latest) { emit in
                await gate.pass()
                emit(.note("loaded"))
            }
        }
        let store = Store(Rows(row: row))
        for id in ["a", "a", "b"] { store.send(.row(id, .work("load"))) }
        gate.open()
        await settle(store)
        #expect(store.state.rows.mapValues(\.notes) == ["a": ["loaded"], "b": ["loaded"]])
    }

    @Test("a row that goes takes its work with it, and no other")
    func removal() async {
        let (begun, gate) = (Log<String>(), Barrier())
        var row = Counter()
        row.effect = { name, _ in
            .chain(name) { _ in
                begun.add(name)
                await gate.pass()
                return .run("next") { $0(.note(name)) }
            }
        }
        let store = Store(Rows(row: row))
        store.send(.row("a", .work("first")))
        store.send(.row("b", .work("second")))
        await begun.wait(for: 2)
        store.send(.remove("a"))
        gate.open()
        await settle(store)
        #expect(store.state.rows.mapValues(\.notes) == ["b": ["second"]])
    }

    @Test("a part cancels its own work by the name that it gave it")
    func cancel() async {
        let (begun, gate) = (Log<String>(), Barrier())
        var row = Counter()
        row.effect = { name, _ in
            if name == "stop" { return .cancel("load") }
            return .run("load") { emit in
                begun.add(name)
                await gate.pass()
                emit(.note(name))
            }
        }
        let store = Store(Rows(row: row))
        store.send(.row("a", .work("first")))
        store.send(.row("b", .work("second")))
        await begun.wait(for: 2)
        store.send(.row("a", .work("stop")))
        gate.open()
        await settle(store)
        #expect(store.state.rows.mapValues(\.notes) == ["a": [], "b": ["second"]])
    }

    @Test(
        "what a part's work throws is the part's, if it declares a mutation; otherwise the whole's",
        arguments: [true, false])
    func errors(isDeclared: Bool) async {
        var row = Counter()
        row.effect = { _, _ in .run("break") { _ in throw Broken() } }
        row.failure = { _ in isDeclared ? .note("broken") : nil }
        let store = Store(Rows(row: row))
        store.send(.row("a", .work("break")))
        await settle(store)
        let notes = store.state.rows.mapValues(\.notes)
        #expect(notes == (isDeclared ? ["a": ["broken"], "b": []] : [:]))
    }

    @Test("what comes to a part from outside joins the actions and mutations of the whole")
    func outside() async {
        let (actions, mutations) = (
            AsyncStream.makeStream(of: Int.self), AsyncStream.makeStream(of: String.self)
        )
        var row = Counter()
        row.actions = { $0.merge(with: Flow(actions.stream).map { .add($0) }) }
        row.mutations = { $0.merge(with: Flow(mutations.stream).map { .note($0) }) }
        let store = Store(Rows(row: row))
        actions.continuation.yield(7)
        mutations.continuation.yield("news")
        for await state in store.updates()
        where state.rows["a"]?.count == 7 && state.rows["b"]?.notes == ["news"] { break }
        #expect(store.state.rows["a"]?.notes == [])
    }

    @Test("parts of parts keep their work apart by both names")
    func nested() {
        var row = Counter()
        row.effect = { _, _ in .merge(.run("load") { _ in }, .cancel("old")) }
        let rows = Rows(row: row)
        func steps(_ action: Rows.Action) -> [String] {
            rows.effect(of: action, rows.initialState, in: "street") { _ in true }.steps.map {
                switch $0 {
                case .mutation: "mutation"
                case .work(let work): "work \(work.id)"
                case .cancel(let id): "cancel \(id)"
                case .cancelAll(let part): "cancel all in \(part)"
                }
            }
        }
        #expect(steps(.row("a", .work(""))) == ["work street/a/load", "cancel street/a/old"])
        #expect(steps(.remove("a")) == ["cancel all in street/a", "mutation"])
    }

    private func settle(_ store: Store<Rows>) async {
        while !store.unfinishedWork.isEmpty { await Task.yield() }
    }
}
