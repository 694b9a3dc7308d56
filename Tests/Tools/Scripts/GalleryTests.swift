import Foundation
import TestSupport
import Testing

@Suite("tools/gallery")
struct GalleryTests {
    @Test("Explains itself on standard output", arguments: ["-h", "--help"])
    func help(flag: String) async throws {
        let result = try await Checkout.script("gallery").run(flag)
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("Usage: tools/gallery [FOLDER]"))
        #expect(result.errors == "")
    }

    @Test(
        "Refuses what it does not know before anything is built",
        arguments: [
            (["--only", "telex"], "'telex' is not a front end."),
            (["--only"], "'' is not a front end."),
            (["--screen", "about"], "'about' is not a screen of the gallery."),
            (["--language", "Arabic please"], "'Arabic please' is not a language."),
            (["--size", "10"], "'--size' is not known here."),
            (["one", "two"], "both 'one' and 'two' are folders; give one."),
        ])
    func unknown(words: [String], said: String) async throws {
        let result = try await Checkout.script("gallery").run(words)
        #expect(result.status == 64)
        #expect(result.output == "")
        #expect(result.errors == "tools/gallery: \(said) 'tools/gallery --help' says more.\n")
    }
}
