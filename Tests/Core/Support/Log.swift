import Synchronization

/// Keeps what happened, in order, from any thread.
final class Log<Entry: Sendable>: Sendable {
    private let state = Mutex<[Entry]>([])

    var entries: [Entry] { state.withLock { $0 } }

    func add(_ entry: Entry) { state.withLock { $0.append(entry) } }

    /// Waits until the entries are as they should be.
    func wait(until condition: ([Entry]) -> Bool) async {
        while !condition(entries) { await Task.yield() }
    }

    /// Waits until there are so many entries.
    func wait(for count: Int) async { await wait { $0.count >= count } }
}

/// Lets tasks through once it is open.
final class Barrier: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func open() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.isOpen = true
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}
