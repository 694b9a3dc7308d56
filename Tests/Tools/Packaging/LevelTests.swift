import Foundation
import TestSupport
import Testing

@Suite("tools/packaging/level")
struct LevelTests {
    private static let source = """
        import Dispatch
        @inline(never)
        func run(_ body: () -> Void) { withoutActuallyEscaping(body) { $0() } }
        run { DispatchQueue(label: "own").sync(flags: .barrier) { print("It ran.") } }
        """

    /// The length of the path of a source of Dispatch, which its library in the toolchain holds.
    private static let foreignLength = 65

    @Test("A program is the same from folders of two lengths, which it is not without")
    func twoFolders() async throws {
        let folder = try TemporaryFolder()
        let rest = "\(folder.path)//main.swift".utf8.count
        let short = String(repeating: "s", count: Self.foreignLength - rest)
        let long = "\(short)-and-quite-a-long-name"
        for name in [short, long] {
            let place = "\(folder.path)/\(name)"
            try folder.write(Self.source, to: "\(name)/main.swift")
            try await run(
                "/usr/bin/env",
                [
                    "swiftc", "-O", "-static-stdlib", "-file-prefix-map", "\(place)=.", "-o",
                    "\(place)/program", "\(place)/main.swift",
                ])
            try await copyCode(of: place, to: "before")
            try await run("\(Checkout.folder)/tools/packaging/level", ["\(place)/program", place])
            try await copyCode(of: place, to: "after")
            #expect(try await run("\(place)/program", []).output == "It ran.\n")
        }
        func code(_ name: String, _ state: String) -> Data? {
            FileManager.default.contents(atPath: "\(folder.path)/\(name)/\(state)")
        }
        #expect(code(short, "before") != code(long, "before"))
        let levelled = try #require(code(short, "after"))
        #expect(!levelled.isEmpty)
        #expect(levelled == code(long, "after"))
    }

    /// Copies the instructions of a program into a file beside it.
    private func copyCode(of place: String, to name: String) async throws {
        try await run(
            "/usr/bin/objcopy",
            ["-O", "binary", "--only-section=.text", "\(place)/program", "\(place)/\(name)"])
    }

    @discardableResult
    private func run(_ path: String, _ arguments: [String]) async throws -> Program.Result {
        let result = try await Program(path: path).run(arguments)
        try #require(result.status == 0, "\(path): \(result.errors)")
        return result
    }
}
