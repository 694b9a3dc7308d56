import Foundation
import TestSupport
import Testing

@Suite("tools/static")
struct StaticTests {
    @Test(
        "Builds a program that needs no library of the system, and starts",
        .enabled(if: TestRun.isWhole))
    func starts() async throws {
        let built = try await Checkout.script("static").run("wallet-credential")
        #expect(built.status == 0, "\(built.errors)")
        let folder = built.output.trimmingCharacters(in: .newlines)
        let path = folder + "/wallet-credential"
        let libraries = try await Program(path: "/usr/bin/ldd").run(path)
        #expect(libraries.output.contains("statically linked"))

        let headers = try await ELFFile(path)
        #expect(headers.isPositionIndependent && headers.isReadOnlyOnceStarted)
        #expect(
            !headers.hasExecutableStack && headers.libraryPaths == [] && headers.libraries == [])

        // What widens limits is for tests alone. A compiler may split its name after eight letters.
        let grep = Program(path: "/usr/bin/grep")
        #expect(try await grep.run("--quiet", "TENON_PA", path).status == 1)
        let debug = "\(Program.products)/wallet"
        #expect(try await grep.run("--quiet", "TENON_PATIENCE", debug).status == 0)

        let home = try TemporaryFolder()
        let program = Program(
            path: path, environment: ["HOME": home.path, "XDG_RUNTIME_DIR": home.path])
        let version = try await program.run("--version")
        #expect(version.status == 0 && version.output.hasPrefix("wallet-credential "))
        // It finds its way as the other one does: there is no agent beside it.
        let answer = try await program.run(["git", "store"], input: "protocol=https\n\n")
        #expect(answer.errors.contains("wallet unlock"), "\(answer.errors)")
    }

    @Test("Explains itself, and wants the name of a program")
    func usage() async throws {
        #expect(try await Checkout.script("static").run("--help").output.contains("PRODUCT..."))
        #expect(try await Checkout.script("static").run().status == 64)
        #expect(try await Checkout.script("static").run("no-such-product").status != 0)
    }
}
