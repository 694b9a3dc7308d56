import Foundation
import TestSupport
import Testing

@Suite("Second tries of tools/test, and tools/steady")
struct SecondTryTests {
    private static let driving = "TenonDesktopTests.WindowTests/opens()"
    private static let other = "TenonCoreTests.RouteTests/matches()"

    /// Commands that stand for a build whose tests end as a script says.
    private struct Machine {
        let commands: CommandFolder

        /// - Parameter script: Calls `fail ID` or `pass ID` for each test of the process that records its
        ///   events in a file named `$name`.
        init(_ script: String) throws {
            commands = try CommandFolder()
            try commands.add("swift", #"dirname "$0""#)
            try commands.add(
                "ProductPackageTests.xctest",
                #"""
                while (($#)); do
                    if [[ $1 == --event-stream-output-path ]]; then events=$2; fi
                    if [[ $1 == --filter ]]; then filter=$2; fi
                    shift
                done
                name=$(basename "$events" .events) status=0 count=0
                echo "$name ${filter-}" >>"$(dirname "$0")/calls"
                record() {
                    echo "{\"kind\": \"event\", \"payload\": {\"kind\": \"$1\",
                        \"testID\": \"$2/File.swift:1:2\", \"instant\": {\"absolute\": 1},
                        \"issue\": {}, \"messages\": [{\"text\": \"It rains.\"}]}}" |
                        tr -d '\n' >>"$events"
                    echo >>"$events"
                }
                pass() { count=1; record testStarted "$1"; record testEnded "$1"; }
                fail() { count=1; record testStarted "$1"; record issueRecorded "$1"; record testEnded "$1"; status=1; }
                : >"$events"
                pass '\#(SecondTryTests.other)'
                """# + "\n\(script)\n" + #"echo "✔ Test run with $count tests"; exit $status"#)
        }

        /// Runs a script of `tools`.
        func run(
            _ arguments: [String], of name: String = "test"
        ) async throws -> Program.Result {
            let path = try #require(ProcessInfo.processInfo.environment["PATH"])
            return try await Checkout.script(name, environment: commands.environment(before: path))
                .run(arguments)
        }

        /// Which processes were run, and with which filters.
        var calls: [Substring] { commands.notes("calls")?.split(separator: "\n") ?? [] }
    }

    @Test("A test that drives a program and passes twice later is unsteady, and the run passes")
    func unsteady() async throws {
        let machine = try Machine(
            "case $name in windows) fail '\(Self.driving)' ;; again*) pass '\(Self.driving)' ;; esac"
        )
        let kept = try TemporaryFolder()
        let result = try await machine.run(arguments(keeping: kept))
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("\nunsteady: \(Self.driving)"))
        #expect(machine.calls.count { $0.hasPrefix("again-1-") } == 2)
        #expect(machine.calls.last == #"again-1-2 ^TenonDesktopTests\.WindowTests/opens\(\)(/|$)"#)
        let file = try #require(
            try FileManager.default.contentsOfDirectory(atPath: "\(kept.path)/unsteady").first)
        let said = try #require(kept.text(of: "unsteady/\(file)"))
        #expect(said.contains(Self.driving) && said.contains("It rains."))
    }

    @Test("What fails a second time fails the run")
    func failsAgain() async throws {
        let machine = try Machine(
            "case $name in windows | again-1-2) fail '\(Self.driving)' ;; esac")
        let result = try await machine.run(arguments(keeping: try TemporaryFolder()))
        #expect(result.status == 1)
        #expect(!result.errors.contains("unsteady: "))
    }

    @Test(
        "There is no second try for tests of another kind, for more than three, nor with --strict",
        arguments: [
            ["fail '\(other)'"], ["fail '\(driving)'", "--strict"],
            [#"for n in 1 2 3 4; do fail "TenonWebTests.PageTests/shows$n()"; done"#],
            ["fail '\(driving)'; fail '\(other)'"], ["fail '\(driving)'; kill -SEGV $$"],
        ])
    func noSecondTry(script: [String]) async throws {
        let machine = try Machine("if [[ $name == windows ]]; then \(script[0]); fi")
        let kept = try TemporaryFolder()
        let result = try await machine.run(arguments(keeping: kept) + script.dropFirst())
        #expect(result.status == 1)
        #expect(result.output.contains("It rains."))
        #expect(machine.calls.count == 5)
    }

    @Test("What fails now and then stands in the table of tools/steady")
    func steady() async throws {
        let machine = try Machine(
            #"""
            echo >>"$(dirname "$0")/$name"
            if [[ $name == windows && $(wc -l <"$(dirname "$0")/$name") == 2 ]]; then
                fail '\#(Self.driving)'
            fi
            """#)
        let kept = try TemporaryFolder()
        let result = try await machine.run(
            ["--runs", "3", "--load", "--keep", kept.path], of: "steady")
        #expect(result.status == 1)
        #expect(result.output.contains("3 runs of "))
        #expect(result.output.contains("1 failures in 1 tests"))
        #expect(result.output.contains("    3       1  \(Self.driving)"))
        let without = try await machine.run(
            ["--runs", "2", "--keep", kept.path], of: "steady")
        #expect(without.status == 0, "\(without.output)")
    }

    private func arguments(keeping folder: TemporaryFolder) -> [String] {
        ["--built", "--keep", folder.path]
    }
}
