import Foundation
import TestSupport
import Testing

@Suite("The program boundaries")
struct BoundariesCommandTests {
    /// The folder of all programs of this build, the tests among them.
    private let programs = URL(fileURLWithPath: CommandLine.arguments[0])
        .deletingLastPathComponent().path

    /// Runs it as `tools/lint` does.
    private func inspect(_ sample: SampleRepository) async throws -> Program.Result {
        let folder = try sample.write()
        let shell = Program(path: "/bin/bash", folder: folder.path)
        return try await shell.run("-c", "swift package dump-package | \(programs)/boundaries .")
    }

    @Test("Exits 0 with nothing but a summary when all rules hold")
    func clean() async throws {
        let result = try await inspect(SampleRepository())
        #expect(result.status == 0)
        #expect(result.output == "")
        #expect(result.errors == "boundaries: 9 targets, 9 Swift files, 13 imports: no findings\n")
    }

    @Test("Exits 1 with one line for each finding, in the order of files and lines")
    func findings() async throws {
        var sample = SampleRepository()
        sample.files["Modules/Core/Plugin.swift"] = "import Glibc\nimport Foundation\n"
        sample.files["LICENSE"] = nil
        let result = try await inspect(sample)
        #expect(result.status == 1)
        let advice = "Core uses nothing but the standard library and its own C shim."
        #expect(
            result.output == """
                LICENSE:1: top-level: This is missing at the top level.
                Modules/Core/Plugin.swift:1: layer: \(advice) \
                Leave what needs Glibc to a service behind a port.
                Modules/Core/Plugin.swift:2: layer: \(advice) \
                Leave what needs Foundation to a service behind a port.

                """)
        #expect(result.errors == "boundaries: 9 targets, 9 Swift files, 14 imports: 3 findings\n")
    }

    @Test("Exits 65 when it is given no manifest, as when Package.swift is broken")
    func noManifest() async throws {
        let result = try await Program(path: "\(programs)/boundaries").run("/")
        #expect(result.status == 65)
        #expect(result.output == "")
        #expect(result.errors.contains("Run that command to see what is wrong with Package.swift."))
    }

    @Test("Exits 64 without a folder")
    func usage() async throws {
        let result = try await Program(path: "\(programs)/boundaries").run()
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("Usage:"))
    }
}
