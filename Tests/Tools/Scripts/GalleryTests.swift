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
            (["photofeed", "--screen", "unlock"], "'unlock' is not a screen of the gallery."),
            (["--only", "kitty"], "'kitty' is not a front end."),
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

    /// The working copy with nothing but what the script needs, where it installs nothing.
    private func makeCopy() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for name in ["tools/gallery", "tools/demo-logins.csv"] {
            let text = try String(contentsOfFile: "\(Checkout.folder)/\(name)", encoding: .utf8)
            try folder.write(text, to: name, permissions: 0o755)
        }
        try folder.write("#!/bin/bash\n", to: "tools/setup", permissions: 0o755)
        return folder
    }

    @Test(
        "Leaves no browser running when it ends, and when it is interrupted",
        .enabled(if: TestRun.isWhole), arguments: [false, true])
    func ending(isInterrupted: Bool) async throws {
        let folder = try makeCopy()
        let picture = "\(folder.path)/shots/web-unlock-light.png"
        let environment = [
            "PATH": "/usr/bin:/bin", "HOME": folder.path, "LANG": "C.UTF-8",
            "TMPDIR": folder.path, "TENON_PROGRAMS": Program.products,
        ]
        let script = """
            \(folder.path)/tools/gallery \(folder.path)/shots --only web --screen unlock & made=$!
            # Time: the pause between two looks.
            until [ -s \(picture) ] || ! kill -0 $made; do sleep 0.1; done
            \(isInterrupted ? "kill $made; " : "")wait $made
            """
        let result = try await Program(path: "/bin/bash", environment: environment)
            .run("-c", script)
        #expect(FileManager.default.fileExists(atPath: picture), "\(result.errors)")
        // What belongs to a browser ends a moment after it.
        try await until("the end of the browser") { try folder.processes() == [] }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!left.contains { $0.hasPrefix("wallet-gallery") })
    }
}
