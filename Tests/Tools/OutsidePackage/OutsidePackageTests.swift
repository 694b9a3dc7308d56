import TestSupport
import Testing

@Suite("A package outside this repository")
struct OutsidePackageTests {
    @Test("Linking is registering: its feature and the front end are used, or their lack is told")
    func linking() async throws {
        let package = try OutsidePackage()
        let build = try await package.build()
        try #require(build.status == 0, "\(build.output)\(build.errors)")

        let start = try await package.run("greeter", input: "g\n")
        #expect(start.status == 0, "\(start.errors)")
        #expect(start.output.contains("Greetings so far: 1"))
        #expect(start.output.contains("[g] Greet again"))
        #expect(start.output.contains("Greetings so far: 2"))

        let elsewhere = try await package.run("greeter", "greeting:41", input: "g\n")
        #expect(elsewhere.output.contains("Greetings so far: 42"))

        let modules = try await package.run("greeter", "--modules")
        #expect(modules.status == 0, "\(modules.errors)")
        #expect(modules.output.contains("greetings 1.0.0: Greets as often as it is asked to"))
        #expect(modules.output.contains("presentation.line "))
        #expect(modules.output.contains("scenes (collection): greetings"))

        let mute = try await package.run("mute")
        #expect(mute.status == 78)
        #expect(mute.output.isEmpty)
        #expect(mute.errors.contains("Nothing provides the port \"frontEnd\"."))
        #expect(mute.errors.contains("TenonLine"))
    }
}
