import Foundation
import TestSupport
import Testing

@Suite("tools/graph")
struct GraphTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("Draws a real executable as SVG")
    func draws() async throws {
        let result = try await Checkout.script("graph").run(
            "\(Program.products)/wallet", "\(folder.path)/wallet.svg")
        #expect(result.status == 0)
        #expect(result.errors == "")
        let picture = try #require(folder.text(of: "wallet.svg"))
        for text in ["<svg", ">presentation.line<", ">wallet.logins<", ">frontEnd<", "</svg>"] {
            #expect(picture.contains(text), "\(text) is missing")
        }
    }

    @Test("Leaves the picture alone when there is nothing to draw")
    func nothing() async throws {
        try folder.write("kept", to: "old.svg")
        let missing = try await Checkout.script("graph").run("nothing", "\(folder.path)/old.svg")
        #expect(missing.status == 66)
        let silent = try await Checkout.script("graph").run(
            "/bin/false", "\(folder.path)/old.svg")
        #expect(silent.status != 0)
        #expect(folder.text(of: "old.svg") == "kept")
        #expect(try await Checkout.script("graph").run("one").status == 64)
    }

    @Test("Explains itself")
    func help() async throws {
        let result = try await Checkout.script("graph").run("--help")
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("Usage: tools/graph"))
    }
}
