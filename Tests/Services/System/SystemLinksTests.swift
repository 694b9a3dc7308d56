import TenonCore
import TenonSystem
import TestSupport
import Testing

@Suite struct SystemLinksTests {
    private let folder: TemporaryFolder
    private let links: SystemLinks

    init() throws {
        folder = try TemporaryFolder()
        links = SystemLinks(environment: ["PATH": folder.path, "FOLDER": folder.path])
    }

    @Test("an address is one argument of the program, whatever is in it")
    func open() async throws {
        try folder.addProgram("xdg-open", "printf '%s\\n' \"$#\" \"$1\" > \"$FOLDER/opened\"")
        let address = "https://example.org/a?b=$(id)&c='d';e#f"
        try await links.open(address)
        #expect(folder.text(of: "opened") == "1\n\(address)\n")
    }

    @Test(
        "only web addresses are opened",
        arguments: [
            "", "example.org", "file:///etc/passwd", "javascript:alert(1)", "-https://x",
            "https://",
            "https:///path", "http://?x", "http://@", "https://exa mple.org", "https://x\n--flag",
            "https://exämple.org", "ftp://example.org", " https://example.org",
        ])
    func refused(address: String) async throws {
        try folder.addProgram("xdg-open", "touch \"$FOLDER/opened\"")
        let error = await #expect(throws: SystemError.self) { try await links.open(address) }
        #expect(error?.code == .badAddress)
    }

    @Test("without a program, or when it fails, the error says what to install")
    func noBrowser() async throws {
        let missing = await #expect(throws: SystemError.self) {
            try await links.open("https://example.org")
        }
        try folder.addProgram("xdg-open", "exit 3")
        let failed = await #expect(throws: SystemError.self) {
            try await links.open("https://example.org")
        }
        #expect(missing == failed)
        #expect(missing?.remedy.description.contains("xdg-utils") == true)
    }
}
