import Testing

@Suite("The headless front end of an edition")
struct EditionTests {
    @Test("says in its first line that it is one", arguments: ["test", "release"])
    func banner(flavour: String) async throws {
        let program = try ChildProgram(
            "conformance-headless", environment: ["TENON_FLAVOUR": flavour])
        try program.closeInput()
        #expect(await program.wait() == 0)
        let output = String(decoding: program.output, as: UTF8.self)
        let name = flavour == "test" ? "Conformance (test)" : "Conformance"
        let line = output.split(separator: "\n").first ?? ""
        #expect(line.contains("\"name\":\"\(name)\""), "\(line)")
    }
}
