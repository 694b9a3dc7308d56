/// Which factories asked for which values, to order their start and to find cycles.
struct NeedGraph: Sendable {
    /// A factory's request for the value of another one.
    struct Need: Sendable {
        /// The registration whose value is needed.
        let index: Int
        /// The transient values in between, the outermost first.
        let transients: [Int]
    }

    /// The value that waits: the innermost of a path that is made only once.
    struct Waiter {
        let index: Int
        /// The transient values that are made for it, the outermost first.
        let transients: [Int]
    }

    /// By registration: what its factory asked for so far.
    private var needs: [[Need]]

    init(count: Int) { needs = Array(repeating: [], count: count) }

    /// The registrations that a factory asked for.
    subscript(index: Int) -> [Int] { needs[index].map(\.index) }

    /// Records that the waiting factory, if any, needs a value.
    mutating func add(_ index: Int, neededBy waiter: Waiter?) {
        guard let waiter else { return }
        needs[waiter.index].append(Need(index: index, transients: waiter.transients))
    }

    /// Forgets what a factory asked for, since it failed and may run again.
    mutating func clear(_ index: Int) { needs[index] = [] }

    /// The cycle that waiting for a value would close; `nil` when there is none.
    ///
    /// It names everything that is made on the way, each once, beginning with the value.
    func circle(
        closing waiter: Waiter, waitingFor start: Int, where isRunning: (Int) -> Bool
    ) -> [Int]? {
        var visited: Set<Int> = [start]
        var stack: [(last: Int, way: [Int])] = [(start, [start])]
        while let (last, way) = stack.popLast() {
            if last == waiter.index { return way + waiter.transients }
            guard isRunning(last) else { continue }
            for need in needs[last] where visited.insert(need.index).inserted {
                stack.append((need.index, way + need.transients + [need.index]))
            }
        }
        return nil
    }
}
