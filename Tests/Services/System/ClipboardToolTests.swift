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
}
