import TenonCore
import Testing

@Suite struct StoreTests {
    @Test("a synchronous mutation has reached the state when send returns")
    func synchronous() {
        let store = Store(Counter())
        store.send(.add(2))
        #expect(store.state.count == 2)
        store.send(.add(3))
        #expect(store.state.count == 5)
    }

    @Test(
        "actions that are sent before anyone listens are kept, and a late listener gets the latest")
    func lateListener() async {
        let store = Store(Counter())
        for _ in 0..<10 { store.send(.add(1)) }
        var updates = store.updates().makeAsyncIterator()
        #expect(await updates.next()?.count == 10)
        store.send(.add(1))
        #expect(await updates.next()?.count == 11)
    }

    @Test("every listener gets every different state in order")
    func listeners() async {
        let store = Store(Counter())
        let streams = (0..<3).map { _ in store.updates() }
        for _ in 0..<50 { store.send(.add(1)) }
        store.cancel()
        for stream in streams {
            var counts: [Int] = []
            for await state in stream { counts.append(state.count) }
            #expect(counts == Array(0...50))
        }
    }

    @Test("equal states are not delivered twice")
    func equalStates() {
        let log = Log<Int>()
        let store = Store(Counter())
        store.observe { log.add($0.count) }
        store.send(.touch)
        store.send(.add(0))
        store.send(.add(1))
        store.send(.touch)
        store.send(.add(-1))
        #expect(log.entries == [1, 0])
    }

    @Test("states come in order and none is lost, from however many threads actions are sent")
    func concurrentSenders() async {
        let log = Log<Int>()
        let store = Store(Counter())
        store.observe { log.add($0.count) }
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<500 { store.send(.add(1)) } }
            }
        }
        // The last of them may still be delivered by another sender when this one returns.
        await log.wait(for: 4000)
        #expect(log.entries == Array(1...4000))
        #expect(store.state.count == 4000)
    }

    @Test("no action is decided on a state that another one is about to change")
    func decisions() async {
        var counter = Counter()
        counter.effect = { _, state in .just(.note("\(state.notes.count)")) }
        let store = Store(counter)
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<200 { store.send(.work("count")) } }
            }
        }
        #expect(store.state.notes == (0..<800).map { "\($0)" })
    }

    @Test("each sender finds its own action done, whoever delivers it")
    func ownAction() async {
        let store = Store(Counter())
        let missing = Log<String>()
        await withTaskGroup { group in
            for sender in 0..<4 {
                group.addTask {
                    for number in 0..<100 {
                        store.send(.note("\(sender) \(number)"))
                        if !store.state.notes.contains("\(sender) \(number)") {
                            missing.add("\(sender) \(number)")
                        }
                    }
                }
            }
        }
        #expect(missing.entries == [])
    }

    @Test("an observer may send, and its action comes after the state that it was told")
    func reentrancy() {
        let log = Log<Int>()
        let store = Store(Counter())
        store.observe { [weak store] state in
            log.add(state.count)
            if state.count < 5 { store?.send(.add(1)) }
        }
        store.observe { log.add($0.count) }
        store.send(.add(1))
        #expect(log.entries == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
    }

    @Test("the transforms are called once, and what they make of the flows counts")
    func transforms() {
        let calls = Log<String>()
        var counter = Counter()
        counter.actions = { flow in
            calls.add("actions")
            return flow.filter { $0 != .add(13) }
        }
        counter.mutations = { flow in
            calls.add("mutations")
            return flow.map { if case .add(let number) = $0 { .add(number * 2) } else { $0 } }
        }
        counter.states = { flow in
            calls.add("states")
            return flow.compactMap { $0.count == 4 ? nil : $0 }
        }
        let seen = Log<Int>()
        let store = Store(counter)
        store.observe { seen.add($0.count) }
        for number in [1, 13, 1, 1] { store.send(.add(number)) }
        #expect(seen.entries == [2, 6])
        #expect(store.state.count == 6)
        #expect(calls.entries.sorted() == ["actions", "mutations", "states"])
    }

    @Test("streams from outside join the actions and the mutations, and end with the scene")
    func outsideStreams() async {
        let (actions, sendAction) = AsyncStream.makeStream(of: Counter.Action.self)
        let (mutations, sendMutation) = AsyncStream.makeStream(of: Counter.Mutation.self)
        var counter = Counter()
        counter.actions = { $0.merge(with: Flow(actions)) }
        counter.mutations = { $0.merge(with: Flow(mutations)) }
        let seen = Log<[String]>()
        let ended = Barrier()
        sendAction.onTermination = { _ in ended.open() }
        let store = Store(counter)
        store.observe { seen.add($0.notes) }
        sendAction.yield(.note("action"))
        await seen.wait(for: 1)
        sendMutation.yield(.note("mutation"))
        await seen.wait(for: 2)
        store.send(.note("own"))
        // Another thread may still be telling the one before, and tells this one as well.
        await seen.wait(for: 3)
        #expect(seen.entries.last == ["action", "mutation", "own"])
        store.cancel()
        await ended.pass()
        guard case .terminated = sendAction.yield(.note("late")) else {
            Issue.record("The stream is still being read.")
            return
        }
    }

    @Test(
        "after the scene is cancelled nothing changes, listeners end, and late ones get the last state"
    )
    func cancelled() async {
        let names = Log<String>()
        let store = Store(Counter(), hooks: StoreHooks(willSend: { names.add($0) }))
        store.send(.add(1))
        let stream = store.updates()
        store.cancel()
        store.send(.add(1))
        #expect(store.state.count == 1)
        #expect(names.entries == ["add"])
        for updates in [stream, store.updates()] {
            var counts: [Int] = []
            for await state in updates { counts.append(state.count) }
            #expect(counts == [1])
        }
    }

    @Test("a listener that stops listening does not disturb the others")
    func leavingListener() async {
        let store = Store(Counter())
        do {
            var leaving = store.updates().makeAsyncIterator()
            _ = await leaving.next()
        }
        var staying = store.updates().makeAsyncIterator()
        _ = await staying.next()
        store.send(.add(1))
        #expect(await staying.next()?.count == 1)
    }

    @Test("what the transform of states holds back, listeners do not have, but the state has")
    func latest() {
        var counter = Counter()
        counter.states = { $0.filter { $0.count % 2 == 0 } }
        let store = Store(counter)
        store.send(.add(2))
        store.send(.add(1))
        #expect(store.state.count == 3)
        #expect(store.latest.count == 2)
    }

    @Test("states that come about while another one is delivered follow it, all and in order")
    func deliveryWhileDelivering() {
        let store = Store(Counter())
        let seen = Log<Int>()
        store.observe { state in
            seen.add(state.count)
            if state.count == 1 { for _ in 0..<100 { store.send(.add(1)) } }
        }
        store.send(.add(1))
        #expect(seen.entries == Array(1...101))
    }

    @Test("every action passes the hook, by its name without its values")
    func actionNames() {
        let names = Log<String>()
        let store = Store(Counter(), hooks: StoreHooks(willSend: { names.add($0) }))
        store.send(.note("secret"))
        store.send(.touch)
        #expect(names.entries == ["note", "touch"])
    }
}
