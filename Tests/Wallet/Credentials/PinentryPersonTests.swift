import Synchronization
import TenonCore
import Testing
import WalletCredentials

@Suite struct PinentryPersonTests {
    /// A `pinentry` that answers as agreed, and remembers what it was told.
    private final class Program: ProgramRunning {
        private let output: String?
        private let status: Int32
        private let told = Mutex<(arguments: [String], input: String)>(([], ""))

        init(_ output: String?, status: Int32 = 0) {
            self.output = output
            self.status = status
        }

        var arguments: [String] { told.withLock(\.arguments) }
        var input: String { told.withLock(\.input) }

        func run(
            _ name: String, arguments: [String], input: SecretText, limit: Int,
            within duration: Duration
        ) async -> ProgramOutcome? {
            told.withLock { $0 = (arguments, input.reveal()) }
            return output.map { ProgramOutcome(status: status, output: SecretText($0)) }
        }
    }

    private func person(_ program: Program, _ surroundings: [String] = []) -> PinentryPerson {
        PinentryPerson(programs: program, surroundings: surroundings) { "\($0)" }
    }

    @Test("The fifth answer after the greeting is the person's", arguments: [true, false])
    func question(isAllowed: Bool) async {
        let last = isAllowed ? "OK" : "ERR 83886179 Operation cancelled <Pinentry>"
        let program = Program("# a word\nOK hello\nOK\nS STATUS\nOK\nOK\nOK\n\(last)\nOK bye\n")
        #expect(await person(program).allows("May %it\nread?") == isAllowed)
        #expect(program.input.contains("SETDESC May %25it%0Aread?\n"))
        #expect(program.input.hasSuffix("CONFIRM\nBYE\n"))
    }

    @Test("The passphrase comes decoded")
    func passphrase() async {
        let program = Program("OK hello\nOK\nOK\nOK\nD se%25cr%0Aet\nD  more\nOK\nOK bye\n")
        let passphrase = await person(program).passphrase(for: "Somebody asks.")
        #expect(passphrase == SecretText("se%cr\net more"))
    }

    @Test(
        "Without an answer there is no permission and no passphrase",
        arguments: [
            nil, "", "OK hello\n", "ERR 1 no display\n", "OK hello\nOK\nOK\nOK\n",
            "OK hello\nOK\nOK\nOK\nERR 83886179 cancelled\nERR 1 no\n",
        ])
    func nothing(output: String?) async {
        #expect(await !person(Program(output)).allows("May it?"))
        #expect(await person(Program(output)).passphrase(for: "Somebody asks.") == nil)
    }

    @Test("An empty passphrase is none")
    func empty() async {
        let program = Program("OK hello\nOK\nOK\nOK\nOK\nOK bye\n")
        #expect(await person(program).passphrase(for: "Somebody asks.") == nil)
    }

    @Test("It asks where the client says that the person is")
    func place() async {
        let program = Program(nil)
        let surroundings = [
            "DISPLAY=:1=2", "LANG=C", "WAYLAND_DISPLAY=wayland-1", "XAUTHORITY=/x",
            "LD_PRELOAD=/evil.so", "DBUS_SESSION_BUS_ADDRESS=unix:path=/bus", "TTY=/dev/pts/3",
            "nonsense", "XDG_RUNTIME_DIR=/run/user/1", "TERM=xterm",
        ]
        _ = await person(program, surroundings).allows("May it?")
        #expect(
            program.arguments == [
                "WAYLAND_DISPLAY=wayland-1", "XAUTHORITY=/x",
                "DBUS_SESSION_BUS_ADDRESS=unix:path=/bus", "XDG_RUNTIME_DIR=/run/user/1",
                "pinentry", "--display", ":1=2", "--ttyname", "/dev/pts/3", "--ttytype", "xterm",
            ])
    }

    @Test(
        "What pinentry is says whether it can ask",
        arguments: [
            ("gtk2", ["DISPLAY=:0"], nil), ("gnome3", ["WAYLAND_DISPLAY=w"], nil),
            ("my own", [], nil), ("", [], nil),
            ("curses", ["DISPLAY=:0"], "needs a terminal"), ("tty", [], "needs a terminal"),
            ("curses", ["TTY=/dev/pts/3"], nil),
            ("gtk2:curses", [], "neither DISPLAY nor WAYLAND_DISPLAY"),
            ("qt:curses", ["DISPLAY=:0"], "cannot open a window"),
            ("gnome3:tty", ["TTY=/dev/pts/3"], nil),
        ] as [(String, [String], String?)])
    func obstacle(flavor: String, surroundings: [String], reason: String?) async {
        let answer = flavor.isEmpty ? "ERR 83886355 unknown" : "D \(flavor)\nOK"
        let program = Program("OK hello\n\(answer)\nOK bye\n")
        let obstacle = await person(program, surroundings).obstacle().map { "\($0)" }
        #expect(program.input == "GETINFO flavor\nBYE\n")
        if let reason {
            #expect(obstacle?.contains(reason) == true, "\(obstacle ?? "nothing")")
        } else {
            #expect(obstacle == nil)
        }
    }

    @Test("A pinentry that is missing or does not answer cannot ask")
    func missing() async {
        let missing = await person(Program("", status: 127)).obstacle()
        #expect(missing.map { "\($0)".contains("not installed") } == true)
        for output in [nil, "", "cannot open display\n"] {
            let silent = await person(Program(output, status: 1)).obstacle()
            #expect(silent.map { "\($0)".contains("does not answer") } == true)
        }
    }
}
