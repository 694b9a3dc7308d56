import Testing

@testable import TenonCore  // Other modules see a booted application only.

@Suite struct PluginSectionTests {
    private enum First: Plugin {
        static let manifest = PluginManifest(name: "first", version: "1", summary: "")
        static func register(in registrar: inout Registrar) {}
    }

    private enum Second: Plugin {
        static let manifest = PluginManifest(name: "second", version: "1", summary: "")
        static func register(in registrar: inout Registrar) {}
    }

    private static let first: PluginRecord = (1, 0, { $0.store(First.self) })
    private static let second: PluginRecord = (1, 0, { $0.store(Second.self) })

    private func bytes(of record: PluginRecord) -> [UInt8] {
        withUnsafeBytes(of: record) { Array($0) }
    }

    private func section(_ bytes: [UInt8]) -> PluginSection {
        bytes.withUnsafeBytes { PluginSection($0) }
    }

    private func names(_ section: PluginSection) -> [String] {
        section.plugins.map { $0.manifest.name }
    }

    @Test("all records are found, in order, whatever padding the linker puts between them")
    func padding() {
        let zeros = [UInt8](repeating: 0, count: 8)
        let bytes =
            zeros + bytes(of: Self.first) + zeros + zeros + zeros + bytes(of: Self.second) + zeros
        let section = section(bytes)
        #expect(names(section) == ["first", "second"])
        #expect(section.unknownVersions == [])
    }

    @Test("an empty section has no plugins")
    func empty() {
        #expect(names(section([])) == [])
        #expect(names(section([UInt8](repeating: 0, count: 40))) == [])
    }

    @Test("a record of another version is named, and neither it nor what follows is called")
    func otherVersion() {
        var other = bytes(of: Self.first)
        other[0] = 2
        let section = section(bytes(of: Self.first) + other + bytes(of: Self.second))
        #expect(names(section) == ["first"])
        #expect(section.unknownVersions == [2])
    }

    @Test("a record whose reserved part or function is not what it must be is not called")
    func corrupted() {
        var reserved = bytes(of: Self.first)
        reserved[4] = 7
        #expect(section(reserved).unknownVersions == [1])
        var function = bytes(of: Self.first)
        function.replaceSubrange(8..<16, with: repeatElement(0, count: 8))
        #expect(section(function).unknownVersions == [1])
        #expect(section(function).plugins.isEmpty)
    }

    @Test("a record that is cut off is not called", arguments: 4..<16)
    func truncated(count: Int) {
        let section = section(Array(bytes(of: Self.first)[..<count]))
        #expect(section.plugins.isEmpty)
        #expect(section.unknownVersions == [1])
    }

    @Test("records of another version keep the application from starting, and the message says so")
    func bootProblem() {
        let graph = PluginGraph(
            plugins: [], unknownVersions: [9], frontEndPlugin: nil,
            own: .application, executable: "test-app")
        #expect(graph.problems.contains { $0.message.contains("version 9") })
    }
}
