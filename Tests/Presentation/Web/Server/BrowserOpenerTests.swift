import Foundation
import TestSupport
import Testing

@Suite("The browser that is opened")
struct BrowserOpenerTests {
    @Test("has no signals blocked, and gets the address in a file that only this user can read")
    func opened() async throws {
        let folder = try TemporaryFolder()
        // Unlike other shells, this one leaves blocked what it is started with.
        try folder.write(
            """
            #!/bin/bash
            { grep SigBlk /proc/self/status; stat -c %a "$1"; cat "$1"; } >"$FOLDER/opening"
            mv "$FOLDER/opening" "$FOLDER/opened"
            """, to: "xdg-open", permissions: 0o755)
        let program = try RunningProgram(
            built: "conformance-web", [],
            environment: [
                "DISPLAY": ":7", "FOLDER": folder.path, "HOME": folder.path,
                "PATH": "\(folder.path):/usr/bin:/bin", "XDG_RUNTIME_DIR": folder.path,
            ], errors: "\(folder.path)/errors")
        let opened = try await lookFor("what is opened") {
            folder.text(of: "opened")
        } instead: {
            program.errors
        }
        #expect(opened.hasPrefix("SigBlk:\t0000000000000000\n600\n"))
        #expect(opened.contains("content=\"0;url=\(program.firstLine)\""))
    }
}
