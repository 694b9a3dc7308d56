import Foundation
import Testing

@testable import TenonCore

@Suite struct CopiesOfCoreTests {
    @Test("this process holds one copy of Core")
    func one() {
        #expect(PluginSection.copiesOfCore == 1)
    }

    @Test("two copies keep the application from starting, and the message says why")
    func bootProblem() {
        let graph = PluginGraph(
            plugins: [], unknownVersions: [], copiesOfCore: 2, frontEndPlugin: nil,
            own: Registrar(plugin: "application"), executable: "test-app")
        #expect(graph.problems.first?.message.contains("2 copies of TenonCore") == true)
    }

    @Test("a copy in a library that is loaded at run time is counted, and not after it is unloaded")
    func library() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tenon-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = """
            #include "CTenonCore.h"
            #include <dlfcn.h>
            #include <stdio.h>
            int main(int count, char **arguments) {
                (void)count;
                printf("%d ", tenon_core_copies());
                void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
                printf("%d ", tenon_core_copies());
                dlclose(library);
                printf("%d", tenon_core_copies());
            }
            """
        let main = folder.appending(path: "main.c")
        try Data(program.utf8).write(to: main)
        let module = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Modules/Core/CTenonCore")
        let source = module.appending(path: "section.c").path(percentEncoded: false)
        let headers = "-I" + module.appending(path: "include").path(percentEncoded: false)
        let executable = folder.appending(path: "main").path(percentEncoded: false)
        let library = folder.appending(path: "copy.so").path(percentEncoded: false)
        let options = [
            headers, "-O2", "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections",
        ]
        _ = try output(of: ["clang", "-shared", "-fPIC", source, "-o", library] + options)
        _ = try output(
            of: ["clang", main.path(percentEncoded: false), source, "-o", executable] + options)
        #expect(try output(of: [executable, library]) == "1 2 1")
    }

    private func output(of command: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(command[0]) failed.")
        return String(decoding: bytes, as: UTF8.self)
    }
}
