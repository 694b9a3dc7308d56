import Foundation
import TestSupport
import Testing

@Suite("tools/programs")
struct ProgramsTests {
    /// A package whose program is as small as one can be, with the tools that make what is released.
    private func package(settings: String = "") throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("", to: "tools/packaging/.keep")
        for (file, place) in [
            ("tools/programs", "tools/programs"),
            ("tools/packaging/level", "tools/packaging/level"),
            ("Modules/Memory/CTenonStamp", "Modules"),
        ] {
            let target = "\(folder.path)/\(place)"
            try FileManager.default.copyItem(
                atPath: "\(Checkout.folder)/\(file)", toPath: target)
        }
        try folder.write(
            """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(name: "small", targets: [
                .target(name: "CTenonStamp", path: "Modules"),
                .executableTarget(name: "small", dependencies: ["CTenonStamp"], path: "Apps"\(settings)),
            ])
            """, to: "Package.swift")
        try folder.write(
            "import CTenonStamp\nprint(String(cString: tenon_stamp()))\n", to: "Apps/main.swift")
        try folder.write("", to: ".build/checkouts/.keep")
        return folder
    }

    private func build(in folder: TemporaryFolder) async throws -> Program.Result {
        try await Program(path: "\(folder.path)/tools/programs", limit: Program.long)
            .run("--stamp", "1.2.0", "small")
    }

    @Test(
        "A program is position-independent, read-only once started, and finds libraries as the system does"
    )
    func hardening() async throws {
        let folder = try package()
        let result = try await build(in: folder)
        try #require(result.status == 0, "\(result.errors)")
        let path = result.output.trimmingCharacters(in: .newlines) + "/small"
        let program = try await ELFFile(path)
        #expect(program.isPositionIndependent)
        #expect(program.isReadOnlyOnceStarted)
        #expect(!program.hasExecutableStack)
        #expect(program.libraryPaths == [])
        #expect(!program.hasSymbols)
        #expect(!program.libraries.isEmpty)
        #expect(!program.libraries.contains { $0.contains("swift") || $0.contains("Foundation") })
        #expect(try await Program(path: path).run().output == "1.2.0\n")
    }

    @Test("A program that looks for libraries in a path of its own is refused")
    func ownPath() async throws {
        let folder = try package(
            settings: #", linkerSettings: [.unsafeFlags(["-Xlinker", "-rpath=/opt/libraries"])]"#)
        let result = try await build(in: folder)
        #expect(result.status == 1)
        #expect(result.errors.contains("small would look for libraries in a path of its own"))
    }

    @Test("What is built in the way of developers is not taken for hardened")
    func developers() async throws {
        let program = try await ELFFile("\(Program.products)/wallet")
        #expect(program.hasSymbols)
        #expect(program.libraries.contains { $0.contains("swiftCore") })
        #expect(!program.libraryPaths.isEmpty)
    }

    @Test("Explains itself, and wants the name of a program")
    func usage() async throws {
        #expect(try await Checkout.script("programs").run("--help").output.contains("--stamp"))
        #expect(try await Checkout.script("programs").run().status == 64)
        #expect(try await Checkout.script("programs").run("--stamp").status == 64)
    }
}
