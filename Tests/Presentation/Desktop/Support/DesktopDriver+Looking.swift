import Foundation
import TenonTesting

/// Looking until something is there; whatever the driver waits for is waited for here.
extension DesktopDriver {
    /// The times between the looks for something, which are short at first.
    ///
    /// When they are over, which takes a minute or more, it counts as not there.
    static let pauses: [Duration] = (0..<1200).map { .milliseconds(min(5 << min($0, 4), 50)) }

    /// Everything that can be seen, once there is a window.
    func look() async throws -> Node { try await find("a window") { $0 } }

    /// Looks until there is what is looked for, and returns it.
    func find<Found: Sendable>(
        _ what: String, _ pick: (Node) -> Found?
    ) async throws -> Found {
        for pause in Self.pauses {
            if let root = try await desktop.look(), let found = pick(root) { return found }
            guard program?.isRunning == true else { break }
            // Time: the pause between two looks.
            try await Task.sleep(for: pause)
        }
        throw TestingError.unmet(what, seen: await report())
    }

    /// Waits until something holds, and returns what can be seen then.
    @discardableResult
    func wait(_ what: String, until condition: (Node) -> Bool) async throws -> Node {
        try await find(what) { condition($0) ? $0 : nil }
    }

    /// Waits until texts can be seen.
    func wait(for texts: String...) async throws {
        try await wait("to see \(texts)") { root in
            texts.allSatisfy { DriverText.contains(root.seen, $0) }
        }
    }

    /// Waits until something holds no more, or there is no window.
    func waitWhile(_ what: String, _ condition: (Node) -> Bool) async throws {
        for pause in Self.pauses {
            guard let root = try await desktop.look(), condition(root) else { return }
            // Time: the pause between two looks.
            try await Task.sleep(for: pause)
        }
        throw TestingError.unmet("an end of: \(what)", seen: await report())
    }

    /// The names of everything that has a role.
    func names(of role: String) async throws -> [String] {
        try await look().all.filter { $0.role == role }.map(\.name)
    }

    /// The error of what cannot be done, with what helps to understand why.
    func cannot(_ what: String) async -> TestingError {
        TestingError.cannot(what, seen: await report())
    }

    private func report() async -> String {
        hasTold = true
        let seen = (try? await desktop.look())?.seen ?? "There is no window."
        return "\(seen)\n\(await desktop.evidence())"
    }
}
