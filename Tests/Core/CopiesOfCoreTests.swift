import Foundation
import TestSupport
import Testing

@testable import TenonCore  // Other modules see a booted application only.

@Suite struct CopiesOfCoreTests {
    @Test("this process holds one copy of Core")
    func one() {
        #expect(PluginSection.copiesOfCore == 1)
    }

    @Test("two copies keep the application from starting, and the message says why")
    func bootProblem() {
        let graph = PluginGraph(
            plugins: [], unknownVersions: [], copiesOfCore: 2, frontEndPlugin: nil,
            own: .application, executable: "test-app")
        #expect(graph.problems.first?.message.contains("2 copies of TenonCore") == true)
    }

    @Test("a copy in a library that is loaded at run time is counted, and not after it is unloaded")
    func library() async throws {
        let folder = try TemporaryFolder()
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
        try folder.write(program, to: "main.c")
        let module = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Modules/Core/CTenonCore")
        let source = module.appending(path: "section.c").path(percentEncoded: false)
        let headers = "-I" + module.appending(path: "include").path(percentEncoded: false)
        let (executable, library) = ("\(folder.path)/main", "\(folder.path)/copy.so")
        let options = [
            headers, "-O2", "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections",
        ]
        for arguments in [
            ["-shared", "-fPIC", source, "-o", library],
            ["\(folder.path)/main.c", source, "-o", executable],
        ] {
            let result = try await Program(path: "/usr/bin/env").run(
                ["clang"] + arguments + options)
            try #require(result.status == 0, "\(result.errors)")
        }
        #expect(try await Program(path: executable).run(library).output == "1 2 1")
    }
}
