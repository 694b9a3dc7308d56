import Foundation
import TenonCore
import TenonUI
import TestSupport
import Testing

@testable import TenonSystem  // Its errors are internal.

/// What copies where, whether it marks a secret, and what is needed where nothing copies.
@Suite struct ClipboardMeansTests {
    /// A desktop, what is installed there, and what copies then.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let variables: [String: String]
        let programs: [Installed]
        let hasTerminal: Bool
        let means: @Sendable (_ folder: String) -> ClipboardMeans

        init(
            _ description: String, _ variables: [String: String], _ programs: [Installed],
            hasTerminal: Bool = false, _ means: @escaping @Sendable (String) -> ClipboardMeans
        ) {
            testDescription = description
            self.variables = variables
            self.programs = programs
            self.hasTerminal = hasTerminal
            self.means = means
        }
    }

    /// A program in the folder of `PATH`; it notes how it is called, and keeps what it is given.
    enum Installed: Sendable {
        case copy, oldCopy, paste, xclip, xsel

        func add(to folder: TemporaryFolder) throws {
            let name =
                switch self {
                case .copy, .oldCopy: "wl-copy"
                case .paste: "wl-paste"
                case .xclip: "xclip"
                case .xsel: "xsel"
                }
            // Also those that cannot mark may know the word.
            let help = self == .oldCopy ? "--paste-once" : "--paste-once, --sensitive"
            try folder.addProgram(
                name,
                """
                PATH=/usr/bin:/bin
                case "${0##*/} $*" in
                *--help*) echo "\(help)" ;;
                wl-paste*|*out*) cat "$FOLDER/content" ;;
                *) echo "$0 $*" >> "$FOLDER/orders"; cat > "$FOLDER/content" ;;
                esac
                """)
        }
    }

    private static let x11 = ["DISPLAY": ":1"]
    private static let wayland = ["WAYLAND_DISPLAY": "wayland-0"]
    private static let both = x11.merging(wayland) { $1 }
    private static let new = "wl-clipboard 2.3"

    static let rows = [
        Row("nothing", [:], [.copy, .paste, .xclip, .xsel]) { _ in .noDesktop },
        Row("empty variables", ["DISPLAY": "", "WAYLAND_DISPLAY": ""], [.xclip]) { _ in
            .noDesktop
        },
        Row("a terminal across ssh", [:], [.xclip], hasTerminal: true) { _ in .terminal },
        Row("a terminal with an empty DISPLAY", ["DISPLAY": ""], [], hasTerminal: true) { _ in
            .terminal
        },
        Row(
            "ssh that forwards X11, with a terminal", ["DISPLAY": "localhost:10.0"], [.xclip],
            hasTerminal: true
        ) { .unmarking(program: "\($0)/xclip", better: nil) },
        Row("a desktop without a program, with a terminal", x11, [], hasTerminal: true) { _ in
            .missing(package: "xclip")
        },
        Row("X11 with nothing", x11, []) { _ in .missing(package: "xclip") },
        Row("X11 with Wayland's programs", x11, [.copy, .paste]) { _ in
            .missing(package: "xclip")
        },
        Row("X11 with xclip", x11, [.xclip]) { .unmarking(program: "\($0)/xclip", better: nil) },
        Row("X11 with xsel", x11, [.xsel]) { .unmarking(program: "\($0)/xsel", better: nil) },
        Row("X11 with xclip and xsel", x11, [.xsel, .xclip]) {
            .unmarking(program: "\($0)/xclip", better: nil)
        },
        Row("X11 with all", x11, [.copy, .paste, .xclip, .xsel]) {
            .unmarking(program: "\($0)/xclip", better: nil)
        },
        Row("Wayland with nothing", wayland, []) { _ in .missing(package: "wl-clipboard") },
        Row("Wayland with X11's programs", wayland, [.xclip, .xsel]) { _ in
            .missing(package: "wl-clipboard")
        },
        Row("Wayland with what writes alone", wayland, [.copy]) { _ in
            .missing(package: "wl-clipboard")
        },
        Row("Wayland with wl-copy", wayland, [.copy, .paste]) {
            .marking(program: "\($0)/wl-copy")
        },
        Row("Wayland with an old wl-copy", wayland, [.oldCopy, .paste]) {
            .unmarking(program: "\($0)/wl-copy", better: new)
        },
        Row("both with nothing", both, []) { _ in .missing(package: "wl-clipboard") },
        Row("both with all", both, [.copy, .paste, .xclip, .xsel]) {
            .marking(program: "\($0)/wl-copy")
        },
        Row("both with an old wl-copy and xclip", both, [.oldCopy, .paste, .xclip]) {
            .unmarking(program: "\($0)/wl-copy", better: new)
        },
        Row("both with half of Wayland's programs", both, [.copy, .xclip]) {
            .unmarking(program: "\($0)/xclip", better: new)
        },
        Row("both with xsel", both, [.xsel]) { .unmarking(program: "\($0)/xsel", better: new) },
    ]

    private let folder: TemporaryFolder
    private let clock = ManualClock()

    init() throws { folder = try TemporaryFolder() }

    @Test("what is said to copy is what copies, with the mark or without", arguments: rows)
    func means(row: Row) async throws {
        for program in row.programs { try program.add(to: folder) }
        let (terminal, pipe) = (TerminalClipboard(), Pipe())
        if row.hasTerminal {
            terminal.use(OutputWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor))
        }
        let own = ["PATH": folder.path, "FOLDER": folder.path]
        let clipboard = SystemClipboard(
            environment: own.merging(row.variables) { $1 }, clock: clock, terminal: terminal)
        let means = row.means(folder.path)
        #expect(await clipboard.means == means)
        #expect(clipboard.asksTerminal == (means == .terminal))
        switch means {
        case .marking(let program), .unmarking(let program, _):
            try await clipboard.copy(SecretText("hush"), clearAfter: .seconds(60))
            let order = try #require(folder.text(of: "orders"))
            #expect(order.hasPrefix("\(program) "))
            #expect(order.contains("--sensitive") == means.marksSecrets)
            #expect(folder.text(of: "content") == "hush")
            await clipboard.clear()
            #expect(folder.text(of: "content") == "")
        case .terminal:
            try await clipboard.copy(SecretText("one"), clearAfter: .seconds(60))
            let sent = pipe.fileHandleForReading.availableData
            #expect(sent == Data("\u{1B}]52;c;b25l\u{7}".utf8))
        case .missing(let package):
            let error = await refusal(of: clipboard)
            #expect(error == SystemError.noClipboardTool(package: package))
            #expect(error?.code.status == .unavailable)
        case .noDesktop:
            #expect(await refusal(of: clipboard) == SystemError.noDesktop)
        case .process:
            Issue.record("The system's clipboard is never this process's own.")
        }
    }

    private func refusal(of clipboard: SystemClipboard) async -> SystemError? {
        await #expect(throws: SystemError.self) {
            try await clipboard.copy(SecretText("hush"), clearAfter: .seconds(60))
        }
    }

    @Test("what a real display offers has the mark when that is said, and not otherwise")
    func targets() async throws {
        let display = try await VirtualDisplay()
        let clipboard = SystemClipboard(environment: display.environment, clock: clock)
        try await clipboard.copy(SecretText("one"), clearAfter: .seconds(60))
        let isMarked = await clipboard.means.marksSecrets
        let targets = await display.targets()
        #expect(targets.contains("UTF8_STRING"))
        #expect(targets.contains("x-kde-passwordManagerHint") == isMarked)
        await clipboard.clear()
    }
}
