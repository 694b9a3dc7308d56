/// The results of the factories.
extension ContainerBuilder {
    /// What was built, on top of the parent.
    func freeze() -> BuiltPorts {
        let progress = withState { $0.progress }
        var built = parent
        for (index, registration) in table.registrations.enumerated() {
            if let deferred = registration.deferred {
                built.set(registration.port, deferred(self))
            } else if registration.port.kind != .collection {
                if case .done(let box) = progress[index] { built.set(registration.port, box) }
            } else if table.index(of: registration.port) == index {
                let own = table.indexes(of: registration.port).compactMap { index in
                    if case .done(let box) = progress[index] {
                        Contribution(table.registrations[index], box)
                    } else {
                        nil
                    }
                }
                built.add(own, gather: registration)
            }
        }
        return built
    }

    /// What runs, dependencies first; otherwise in the order of the registrations.
    ///
    /// What is made from now on is started here.
    func lifecycles() -> [any LifecycleHandling] {
        let (progress, needs) = withState { state in
            state.isSealed = true
            return (state.progress, state.needs)
        }
        var result: [any LifecycleHandling] = []
        var visited = Array(repeating: false, count: progress.count)
        var stack: [(index: Int, isLeaving: Bool)] = []
        for root in progress.indices {
            stack.append((root, false))
            while let (index, isLeaving) = stack.popLast() {
                if isLeaving {
                    guard case .done(let box) = progress[index] else { continue }
                    if let lifecycle = box.lifecycle { result.append(lifecycle) }
                } else if !visited[index] {
                    visited[index] = true
                    stack.append((index, true))
                    // Sorted, since the order in which factories ask may differ from run to run.
                    stack += needs[index].sorted(by: >).map { ($0, false) }
                }
            }
        }
        return result
    }

    /// Ends the making of values that run.
    ///
    /// - Returns: Those that were started since it was sealed, in the order of their start.
    func close() -> [any LifecycleHandling] {
        withState { state in
            defer { state.startedLater = [] }
            state.isClosed = true
            return state.startedLater
        }
    }

    /// By plugin: how long its factories took, including what they waited for.
    func durations() -> [String: Duration] {
        let durations = withState { $0.durations }
        var result: [String: Duration] = [:]
        for (registration, duration) in zip(table.registrations, durations) {
            result[registration.plugin, default: .zero] += duration
        }
        return result
    }
}
