import Foundation
import TestSupport
import Testing

@Suite("tools/packaging/level")
struct LevelTests {
    private static let source = """
        @inline(never)
        func run(_ body: () -> Void) { withoutActuallyEscaping(body) { $0() } }
        run { print("It ran.") }
        """

    @Test("A program is the same from folders of two lengths, which it is not without")
    func twoFolders() async throws {
        let folder = try TemporaryFolder()
        for name in ["short", "quite-a-long-name"] {
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
        #expect(code("short", "before") != code("quite-a-long-name", "before"))
        let levelled = try #require(code("short", "after"))
        #expect(!levelled.isEmpty)
        #expect(levelled == code("quite-a-long-name", "after"))
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
