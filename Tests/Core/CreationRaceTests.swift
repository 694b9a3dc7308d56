import Synchronization
import TestSupport
import Testing

@testable import TenonCore  // Other modules see a booted application only.

/// Counts what factories do, without a lock that would order them.
private final class Tally: Sendable {
    let made = Atomic<Int>(0)
    let madeLazily = Atomic<Int>(0)
}

/// Creation under races; worth running under the thread sanitizer as well.
@Suite struct CreationRaceTests {
    private let port = Port<Int>("raced")
    private let lazy = LazyPort<Int>("raced lazily")

    @Test("64 tasks that ask at once get one value, made once, 10,000 times over")
    func exactlyOnce() async throws {
        var registrar = Registrar(plugin: "plugin")
        let tally = Tally()
        registrar.provide(port) {
            await Task.yield()
            return tally.made.add(1, ordering: .relaxed).newValue
        }
        registrar.provide(lazy, using: port) { port in
            tally.madeLazily.add(1, ordering: .relaxed)
            return port
        }
        let table = RegistrationTable(registrar.registrations)
        for round in 1...10_000 {
            let builder = ContainerBuilder(table, parent: BuiltPorts(), allowing: .application)
            let resolve = Resolver(builder: builder, path: nil)
            let different = try await withThrowingTaskGroup(of: Int.self) { group in
                for index in 0..<64 {
                    group.addTask { [port, lazy] in
                        try await index.isMultiple(of: 2) ? resolve(port) : resolve(lazy)
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 == round ? 0 : 1 }
            }
            try #require(different == 0)
        }
        #expect(tally.made.load(ordering: .relaxed) == 10_000)
        #expect(tally.madeLazily.load(ordering: .relaxed) == 10_000)
    }

    /// Registers numbers, each of which asks for some others at once, then adds one.
    private func graph(_ needs: [[Int]], _ tally: Tally) -> ([Port<Int>], RegistrationTable) {
        let ports = needs.indices.map { Port<Int>("node \($0)") }
        var registrar = Registrar(plugin: "plugin")
        for (port, needed) in zip(ports, needs) {
            let make: @Sendable (Resolver) async throws -> any AnyBox = { resolve in
                tally.made.add(1, ordering: .relaxed)
                let sum = try await withThrowingTaskGroup(of: Int.self) { group in
                    for index in needed {
                        group.addTask {
                            await Task.yield()
                            return try await resolve(ports[index])
                        }
                    }
                    return try await group.reduce(1, +)
                }
                return Box(sum)
            }
            registrar.add(
                Registration(port: port, plugin: "plugin", lifetime: .application, make: make))
        }
        return (ports, RegistrationTable(registrar.registrations))
    }

    private func ask(
        _ ports: [Port<Int>], _ table: RegistrationTable
    ) async -> [Result<Int, ContainerError>] {
        let builder = ContainerBuilder(table, parent: BuiltPorts(), allowing: .application)
        let resolve = Resolver(builder: builder, path: nil)
        return await withTaskGroup(of: (Int, Result<Int, ContainerError>).self) { group in
            for (index, port) in ports.enumerated() {
                group.addTask {
                    do {
                        return (index, .success(try await resolve(port)))
                    } catch let error as ContainerError {
                        return (index, .failure(error))
                    } catch {
                        return (index, .failure(.missing(port, path: ["\(error)"])))
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
                .sorted { $0.key < $1.key }.map(\.value)
        }
    }

    @Test(
        "factories that resolve each other from several threads end, in any graph without a circle")
    func noDeadlock() async throws {
        var random = SeededGenerator(seed: 64)
        for _ in 0..<300 {
            let needs = (0..<12).map { node in
                (0..<node).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
            }
            var expected: [Int] = []
            for needed in needs { expected.append(needed.reduce(1) { $0 + expected[$1] }) }
            let tally = Tally()
            let (ports, table) = graph(needs, tally)
            let results = await ask(ports, table)
            #expect(results.map { try? $0.get() } == expected)
            #expect(tally.made.load(ordering: .relaxed) == 12)
        }
    }

    @Test("in any graph with circles everything ends, and what fails names a circle that exists")
    func circles() async throws {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<300 {
            let needs = (0..<8).map { _ in
                (0..<8).filter { _ in Int.random(in: 0..<5, using: &random) == 0 }
            }
            let (ports, table) = graph(needs, Tally())
            for (node, result) in await ask(ports, table).enumerated() {
                guard case .failure(let error) = result else {
                    #expect(
                        !Self.reaches(from: node, in: needs, where: { Self.isInCircle($0, needs) }))
                    continue
                }
                #expect(error.code.name == "container.cycle", "\(error)")
                let way = Self.nodes(in: "\(error.message)")
                #expect(way.count >= 2 && way.first == way.last, "\(error)")
                for (from, to) in zip(way, way.dropFirst()) {
                    #expect(needs[from].contains(to), "\(error)")
                }
            }
        }
    }

    /// The numbers of the nodes that a message names.
    private static func nodes(in message: String) -> [Int] {
        let words = message.split(separator: " ")
        return zip(words, words.dropFirst()).compactMap { $0 == "node" ? Int($1) : nil }
    }

    private static func isInCircle(_ node: Int, _ needs: [[Int]]) -> Bool {
        needs[node].contains { reaches(from: $0, in: needs, where: { $0 == node }) }
    }

    private static func reaches(
        from start: Int, in needs: [[Int]], where isGoal: (Int) -> Bool
    ) -> Bool {
        var visited: Set<Int> = [start]
        var stack = [start]
        while let node = stack.popLast() {
            if isGoal(node) { return true }
            for next in needs[node] where visited.insert(next).inserted { stack.append(next) }
        }
        return false
    }
}
