import TestSupport
import Testing

@Suite("A vault that is unlocked when the program starts")
struct StartUnlockingTests {
    private static let look = #"{"do": "look", "settle": true}"# + "\n" + #"{"do": "end"}"# + "\n"

    @Test("The front end begins with the items, and without the option at the lock")
    func frontEnd() async throws {
        let fixture = try await CommandFixture.make()
        let open = try await fixture.run("--unlock-at-start", input: Self.look)
        #expect(open.status == 0, "\(open.errors)")
        #expect(open.output.contains(#""location":"items""#), "\(open.output)")
        let locked = try await fixture.run(input: Self.look)
        #expect(!locked.output.contains(#""location":"items""#), "\(locked.output)")
        #expect(locked.output.contains(#""location":"unlock"#), "\(locked.output)")
    }

    @Test("A passphrase that is not there, not given or wrong is said, and nothing is shown")
    func refused() async throws {
        let fixture = try await CommandFixture.make()
        let option = "--unlock-at-start"
        let missing = try await fixture.bare([option], input: Self.look)
        #expect(missing.status == 64)
        #expect(missing.errors.contains("--passphrase-file"))
        let nowhere = try await fixture.bare(
            [option, "--passphrase-file", "/nowhere"], input: Self.look)
        #expect(nowhere.status == 66)
        #expect(nowhere.errors.contains("/nowhere"))
        try fixture.folder.write("another one\n", to: "wrong", permissions: 0o600)
        let wrong = try await fixture.bare(
            [option, "--passphrase-file", fixture.path("wrong")], input: Self.look)
        #expect(wrong.status == 77)
        #expect(!wrong.errors.contains("another one"))
        #expect(!wrong.output.contains(#""location":"items""#))
    }

    @Test("Without a vault the front end begins as always")
    func noVault() async throws {
        let result = try await CommandFixture().run("--unlock-at-start", input: Self.look)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("welcome"), "\(result.output)")
    }
}
