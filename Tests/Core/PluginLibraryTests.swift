import Foundation
import TestSupport
import Testing

@testable import TenonCore  // Other modules see a booted application only.

/// A real plugin in a real dynamic library, built here and loaded by a host that knows nothing of it.
@Suite("Plugins in dynamic libraries")
struct PluginLibraryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs a command that is looked up in the path.
    private func run(_ command: [String]) async throws -> Program.Result {
        try await Program(path: "/usr/bin/env").run(command)
    }

    private func host(_ libraries: String...) async throws -> Program.Result {
        try await Program(built: "library-host").run(libraries)
    }

    private func build(
        changing change: (String) -> String = { $0 }, adding options: [String] = []
    ) async throws -> String {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "..")
        let plugin = tests.appending(path: "Apps/library-plugin/GreetingPlugin.swift")
        let memory = tests.appending(path: "../Modules/Memory/CTenonMemory/module.modulemap")
        try folder.write(
            change(try String(contentsOf: plugin, encoding: .utf8)), to: "Plugin.swift")
        let library = "\(folder.path)/libgreeting.so"
        let result = try await run(
            [
                "swiftc", "-emit-library", "-module-name", "Greeting", "-swift-version", "6",
                "-I", "\(Program.products)/Modules",
                "-Xcc", "-fmodule-map-file=\(Program.products)/CTenonCore.build/module.modulemap",
                "-Xcc", "-fmodule-map-file=\(Program.products)/CTenonStamp.build/module.modulemap",
                "-Xcc", "-fmodule-map-file=\(memory.path(percentEncoded: false))",
                "\(folder.path)/Plugin.swift", "-o", library,
            ] + options)
        try #require(result.status == 0, "The sample plugin does not compile.")
        return library
    }

    @Test("a plugin in a library is registered by being loaded, and runs")
    func loaded() async throws {
        let result = try await host(try await build())
        #expect(result.output == "Hello from a library to Library Host.\n")
        #expect(result.status == 0)
    }

    @Test("a library of another compiler is refused with both versions, before its code runs")
    func otherCompiler() async throws {
        let library = try await build()
        let other = "clang version 17.0.0 (https://github.com/swiftlang/llvm-project.git 0123)"
        try folder.write("\(other)\0", to: "comment")
        try #require(
            try await run([
                "objcopy", "--update-section", ".comment=\(folder.path)/comment", library,
            ]).status == 0)
        let result = try await host(library)
        #expect(result.output.contains("was not built by the compiler of this application"))
        #expect(result.output.contains("Library: \(other)."))
        #expect(result.output.contains("Application: clang version "))
        #expect(result.status == 78)
    }

    @Test("a library that does not say who built it is refused")
    func unknownCompiler() async throws {
        let library = try await build()
        try #require(
            try await run(["objcopy", "--remove-section", ".comment", library]).status == 0)
        let result = try await host(library)
        #expect(result.output.contains("Library: unknown."))
        #expect(result.status == 78)
    }

    @Test("a record of another version is refused by its library and its version")
    func otherRecord() async throws {
        let library = try await build(changing: {
            $0.replacingOccurrences(of: "(1, 0, {", with: "(7, 0, {")
        })
        let result = try await host(library)
        #expect(result.output.contains("libgreeting.so holds a plugin record of version 7"))
        #expect(result.status == 78)
    }

    @Test("a library with a TenonCore of its own is refused")
    func ownCore() async throws {
        let objects = "\(Program.products)/CTenonCore.build"
        let result = try await host(try await build(adding: ["\(objects)/section.c.o"]))
        #expect(result.output.contains("holds a copy of TenonCore of its own"))
        #expect(result.status == 78)
    }

    @Test("a library's plugins are checked like linked ones: what one lacks is told")
    func requirement() async throws {
        let library = try await build(changing: {
            $0.replacingOccurrences(
                of: "registrar.provide(.front",
                with: "registrar.require(.clock)\nregistrar.provide(.front")
        })
        let result = try await host(library)
        #expect(result.output.contains("Nothing provides the port \"clock\"."))
        #expect(result.output.contains("Required by sample.greeting."))
        #expect(result.status == 78)
    }

    @Test("what is wrong with all libraries is told at once, with what else is wrong")
    func everything() async throws {
        let (absent, text) = ("\(folder.path)/absent.so", "\(folder.path)/text.so")
        try folder.write("no library", to: "text.so")
        let result = try await host(absent, text, "/proc/self/exe")
        for part in [
            "There is no dynamic library at \(absent)",
            "There is no dynamic library at \(text)",
            "The library /proc/self/exe holds no plugin record.",
            "The library /proc/self/exe holds a copy of TenonCore",
            "Nothing provides the port \"frontEnd\".",
        ] {
            #expect(result.output.contains(part), "\(result.output)")
        }
        #expect(result.status == 78)
    }

    @Test("a library that needs what the executable does not export is told, not met later")
    func unresolved() async throws {
        let library = try await build(changing: {
            $0
                + "\n@_silgen_name(\"tenon_absent\") func absent()\npublic func call() { absent() }\n"
        })
        let result = try await host(library)
        #expect(result.output.contains("cannot be loaded: "))
        #expect(result.output.contains("tenon_absent"))
        #expect(result.status == 78)
    }

    @Test(
        "a file that is cut off or damaged anywhere is refused or read, and never followed blindly")
    func damaged() async throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: try await build())))
        let whole = try #require(bytes.withUnsafeBytes { LibraryFile($0) })
        #expect(whole.plugins?.size == 16 && whole.toolchains.count == 1 && !whole.hasCore)
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            var copy = bytes
            for _ in 0..<8 {
                // Where the numbers are that lead elsewhere: the file's and the sections' headers.
                let start = Bool.random(using: &random) ? 0 : bytes.count - 2_600
                copy[start + Int.random(in: 6..<64, using: &random)] = .random(
                    in: .min ... .max, using: &random)
                copy[bytes.count - Int.random(in: 1...2_600, using: &random)] = .random(
                    in: .min ... .max, using: &random)
            }
            _ = copy.withUnsafeBytes { LibraryFile($0) }
            let end = Int.random(in: 0..<bytes.count, using: &random)
            #expect(bytes[..<end].withUnsafeBytes { LibraryFile($0) } == nil)
        }
    }
}
