import Foundation
import Testing

@testable import TenonCore

/// A real plugin in a real dynamic library, built here and loaded by a host that knows nothing of it.
@Suite("Plugins in dynamic libraries")
struct PluginLibraryTests {
    /// A unique folder that is removed with the test.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "tenon-\(UUID())")

        init() throws {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: url) }

        func path(_ name: String) -> String {
            url.appending(path: name).path(percentEncoded: false)
        }
    }

    private let folder: Folder
    private let products: URL
    private let plugin: URL

    init() throws {
        folder = try Folder()
        products = URL(
            filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        ).deletingLastPathComponent()
        plugin = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Apps/library-plugin/GreetingPlugin.swift")
    }

    private func run(_ command: [String]) throws -> (output: String, status: Int32) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
    }

    private func host(_ libraries: String...) throws -> (output: String, status: Int32) {
        try run([products.appending(path: "library-host").path(percentEncoded: false)] + libraries)
    }

    private func build(
        changing change: (String) -> String = { $0 }, adding options: [String] = []
    ) throws -> String {
        let source = folder.path("Plugin.swift")
        let text = try String(contentsOf: plugin, encoding: .utf8)
        try change(text).write(toFile: source, atomically: true, encoding: .utf8)
        let library = folder.path("libgreeting.so")
        let shim = products.appending(path: "CTenonCore.build/module.modulemap")
        let result = try run(
            [
                "swiftc", "-emit-library", "-module-name", "Greeting", "-swift-version", "6",
                "-I", products.appending(path: "Modules").path(percentEncoded: false),
                "-Xcc", "-fmodule-map-file=\(shim.path(percentEncoded: false))",
                source, "-o", library,
            ] + options)
        try #require(result.status == 0, "The sample plugin does not compile.")
        return library
    }

    @Test("a plugin in a library is registered by being loaded, and runs")
    func loaded() throws {
        let result = try host(try build())
        #expect(result.output == "Hello from a library to Library Host.\n")
        #expect(result.status == 0)
    }

    @Test("a library of another compiler is refused with both versions, before its code runs")
    func otherCompiler() throws {
        let library = try build()
        let comment = folder.path("comment")
        let other = "clang version 17.0.0 (https://github.com/swiftlang/llvm-project.git 0123)"
        try Data("\(other)\0".utf8).write(to: URL(filePath: comment))
        try #require(
            try run(["objcopy", "--update-section", ".comment=\(comment)", library]).status == 0)
        let result = try host(library)
        #expect(result.output.contains("was not built by the compiler of this application"))
        #expect(result.output.contains("Library: \(other)."))
        #expect(result.output.contains("Application: clang version "))
        #expect(result.status == 78)
    }

    @Test("a library that does not say who built it is refused")
    func unknownCompiler() throws {
        let library = try build()
        try #require(try run(["objcopy", "--remove-section", ".comment", library]).status == 0)
        let result = try host(library)
        #expect(result.output.contains("Library: unknown."))
        #expect(result.status == 78)
    }

    @Test("a record of another version is refused by its library and its version")
    func otherRecord() throws {
        let library = try build(changing: {
            $0.replacingOccurrences(of: "    1, 0, {", with: "    7, 0, {")
        })
        let result = try host(library)
        #expect(result.output.contains("libgreeting.so holds a plugin record of version 7"))
        #expect(result.status == 78)
    }

    @Test("a library with a TenonCore of its own is refused")
    func ownCore() throws {
        let objects = products.appending(path: "CTenonCore.build").path(percentEncoded: false)
        let result = try host(try build(adding: ["\(objects)/section.c.o"]))
        #expect(result.output.contains("holds a copy of TenonCore of its own"))
        #expect(result.status == 78)
    }

    @Test("a library's plugins are checked like linked ones: what its manifest hides is told")
    func manifest() throws {
        let library = try build(changing: {
            $0.replacingOccurrences(of: "provides: [.frontEnd]", with: "provides: [.clock]")
        })
        let result = try host(library)
        #expect(result.output.contains("The plugin sample.greeting provides other ports"))
        #expect(result.status == 78)
    }

    @Test("what is wrong with all libraries is told at once, with what else is wrong")
    func everything() throws {
        let text = folder.path("text.so")
        try Data("no library".utf8).write(to: URL(filePath: text))
        let result = try host(folder.path("absent.so"), text, "/proc/self/exe")
        for part in [
            "There is no dynamic library at \(folder.path("absent.so"))",
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
    func unresolved() throws {
        let library = try build(changing: {
            $0
                + "\n@_silgen_name(\"tenon_absent\") func absent()\npublic func call() { absent() }\n"
        })
        let result = try host(library)
        #expect(result.output.contains("cannot be loaded: "))
        #expect(result.output.contains("tenon_absent"))
        #expect(result.status == 78)
    }

    @Test(
        "a file that is cut off or damaged anywhere is refused or read, and never followed blindly")
    func damaged() throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: try build())))
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
