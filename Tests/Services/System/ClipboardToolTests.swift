import TenonCore
import TestSupport
import Testing

@testable import TenonSystem  // Other modules see the ports only.

@Suite struct ClipboardToolTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func environment(_ variables: [String: String]) -> [String: String] {
        ["PATH": folder.path, "FOLDER": folder.path].merging(variables) { $1 }
    }

    @Test("without a desktop there is nothing to copy to")
    func noDesktop() {
        #expect(throws: SystemError.noDesktop) {
            try ClipboardTool(environment: environment(["DISPLAY": ""]))
        }
    }

    @Test(
        "without a program the error names the package to install",
        arguments: [("DISPLAY", "xclip"), ("WAYLAND_DISPLAY", "wl-clipboard")])
    func noProgram(variable: String, package: String) {
        let error = #expect(throws: SystemError.self) {
            try ClipboardTool(environment: environment([variable: "x"]))
        }
        #expect(error?.remedy.description.contains(package) == true)
        #expect(error?.code.status == .unavailable)
    }

    @Test("Wayland's programs come first, then xclip, then xsel")
    func choice() throws {
        let both = environment(["DISPLAY": ":1", "WAYLAND_DISPLAY": "wayland-0"])
        try folder.addProgram("xsel", "")
        #expect(try ClipboardTool(environment: both).kind == .xsel)
        try folder.addProgram("xclip", "")
        #expect(try ClipboardTool(environment: both).kind == .xclip)
        try folder.addProgram("wl-copy", "")
        #expect(try ClipboardTool(environment: both).kind == .xclip)
        try folder.addProgram("wl-paste", "")
        #expect(try ClipboardTool(environment: both).kind == .wayland)
    }

    @Test("the secret goes to standard input, neither to the arguments nor to the environment")
    func standardInputOnly() async throws {
        try folder.addProgram(
            "xclip",
            """
            PATH=/usr/bin:/bin
            if [ "$3" = -out ]; then exec cat "$FOLDER/input"; fi
            echo "$@" > "$FOLDER/arguments"
            tr '\\0' '\\n' < /proc/$$/environ > "$FOLDER/environment"
            cat > "$FOLDER/input"
            """)
        let tool = try ClipboardTool(environment: environment(["DISPLAY": ":1"]))
        try await tool.write(SecretText("hush"))
        #expect(folder.text(of: "input") == "hush")
        #expect(folder.text(of: "arguments") == "-selection clipboard -in\n")
        #expect(folder.text(of: "environment")?.contains("hush") == false)
    }

    @Test("a secret is marked as one when the program can do that", arguments: [true, false])
    func sensitive(isOffered: Bool) async throws {
        try folder.addProgram("wl-paste", "")
        try folder.addProgram(
            "wl-copy",
            """
            PATH=/usr/bin:/bin
            if [ "$1" = --help ]; then echo "options: \(isOffered ? "--sensitive" : "")"; exit; fi
            echo "$@" > "$FOLDER/arguments"; cat > "$FOLDER/input"
            """)
        let tool = try ClipboardTool(environment: environment(["WAYLAND_DISPLAY": "w"]))
        try await tool.write(SecretText("hush"))
        #expect(folder.text(of: "input") == "hush")
        #expect(folder.text(of: "arguments")?.contains("--sensitive") == isOffered)
        #expect(await tool.marksSecrets == isOffered)
        try folder.addProgram("xclip", "")
        let other = try ClipboardTool(environment: environment(["DISPLAY": ":1"]))
        #expect(await !other.marksSecrets)
    }
}
