import Foundation
import TenonCore
import TenonSystem
import TenonUI
import TestSupport
import Testing

@Suite struct SystemClipboardTests {
    private let display: VirtualDisplay
    private let clipboard: SystemClipboard
    private let clock = ManualClock()

    init() async throws {
        display = try await VirtualDisplay()
        clipboard = SystemClipboard(environment: display.environment, clock: clock)
    }

    @Test("a copied secret can be pasted by other programs, every byte of it")
    func paste() async throws {
        let text = "pässwörd \"with\" $shell 'quotes'\n and a second line"
        try await clipboard.copy(SecretText(text), clearAfter: .seconds(60))
        #expect(await display.paste() == text)
    }

    @Test("the clipboard is cleared when the time is over")
    func expiry() async throws {
        try await clipboard.copy(SecretText("one"), clearAfter: .seconds(60))
        await clock.waitForSleepers(1)
        #expect(await display.paste() == "one")
        await clock.endSleeps()
        try await display.waitUntilPasted("")
    }

    @Test("what was copied by another program meanwhile is left alone")
    func stillOurs() async throws {
        try await clipboard.copy(SecretText("one"), clearAfter: .seconds(60))
        await clock.waitForSleepers(1)
        try await display.copyElsewhere("another")
        await clock.endSleeps()
        await clipboard.clear()
        #expect(await display.paste() == "another")
    }

    @Test("the same text copied by another program counts as ours, since nobody can tell")
    func sameText() async throws {
        try await clipboard.copy(SecretText("one"), clearAfter: .seconds(60))
        try await display.copyElsewhere("one")
        await clipboard.clear()
        #expect(await display.paste() == "")
    }

    @Test("copying again begins the time anew")
    func copyAgain() async throws {
        try await clipboard.copy(SecretText("one"), clearAfter: .seconds(60))
        await clock.waitForSleepers(1)
        try await clipboard.copy(SecretText("one"), clearAfter: .seconds(60))
        await clock.waitForSleepers(1, cancelled: 1)
        #expect(await display.paste() == "one")
        await clock.endSleeps()
        try await display.waitUntilPasted("")
    }

    @Test("clear empties the clipboard at once, and only once")
    func clear() async throws {
        try await clipboard.copy(SecretText("one"), clearAfter: .seconds(60))
        await clipboard.clear()
        #expect(await display.paste() == "")
        try await display.copyElsewhere("one")
        await clipboard.clear()
        #expect(await display.paste() == "one")
    }

    @Test("stopping clears the clipboard")
    func stop() async throws {
        try await clipboard.copy(SecretText("one"), clearAfter: .seconds(60))
        await clipboard.stop()
        #expect(await display.paste() == "")
    }

    @Test("several copies at once leave one of them, which is then cleared")
    func concurrentCopies() async throws {
        try await withThrowingTaskGroup { [clipboard] group in
            for number in 0..<8 {
                group.addTask {
                    try await clipboard.copy(
                        SecretText("secret \(number)"), clearAfter: .seconds(60))
                }
            }
            try await group.waitForAll()
        }
        #expect(await display.paste().hasPrefix("secret "))
        await clipboard.clear()
        #expect(await display.paste() == "")
    }

    @Test("a value that is too long is refused and the clipboard left as it was")
    func tooLong() async throws {
        try await display.copyElsewhere("before")
        let secret = SecretText(String(repeating: "x", count: 2 << 20))
        await #expect(throws: SystemError.self) {
            try await clipboard.copy(secret, clearAfter: .seconds(60))
        }
        #expect(await display.paste() == "before")
    }

    @Test("what the program copied without being seen to is an error, and cleared all the same")
    func unseen() async throws {
        // Nothing can be read from this clipboard, as on a machine that is too busy, as long as
        // the file is there.
        let folder = try TemporaryFolder()
        try folder.addProgram(
            "xclip",
            """
            case "$*" in *-out*) test -e "$0.blind" && exit 1 ;; esac
            exec /usr/bin/xclip "$@"
            """)
        try folder.write("", to: "xclip.blind")
        let clipboard = SystemClipboard(
            environment: display.environment.merging(["PATH": folder.path]) { $1 }, clock: clock)
        let error = await #expect(throws: SystemError.self) {
            try await clipboard.copy(SecretText("one"), clearAfter: .seconds(60))
        }
        #expect(error?.code == .clipboardFailed)
        #expect(await display.paste() == "one")
        try FileManager.default.removeItem(atPath: folder.path + "/xclip.blind")
        await clock.waitForSleepers(1)
        await clock.endSleeps()
        try await display.waitUntilPasted("")
    }

    @Test("a display that is gone is an error that names the program and not the secret")
    func deadDisplay() async throws {
        let environment = display.environment.merging(["DISPLAY": ":64999"]) { $1 }
        let clipboard = SystemClipboard(environment: environment)
        let error = await #expect(throws: SystemError.self) {
            try await clipboard.copy(SecretText("hush"), clearAfter: .seconds(60))
        }
        #expect(error?.code == .clipboardFailed)
        #expect(error?.description.contains("xclip") == true)
        #expect(error?.description.contains("hush") == false)
    }

    @Test("without a desktop the terminal is asked to copy, and to clear when the time is over")
    func terminal() async throws {
        let pipe = Pipe()
        let terminal = TerminalClipboard()
        terminal.use(OutputWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor))
        let clipboard = SystemClipboard(environment: [:], clock: clock, terminal: terminal)
        #expect(clipboard.asksTerminal)
        try await clipboard.copy(SecretText("one"), clearAfter: .seconds(60))
        let reading = pipe.fileHandleForReading
        #expect(reading.availableData == Data("\u{1B}]52;c;b25l\u{7}".utf8))
        await clock.waitForSleepers(1)
        await clock.endSleeps()
        #expect(reading.availableData.starts(with: Data("\u{1B}]52;c;".utf8)))
        terminal.use(nil)
        let error = await #expect(throws: SystemError.self) {
            try await clipboard.copy(SecretText("two"), clearAfter: .seconds(60))
        }
        #expect(error?.code == .noClipboard)
    }

    @Test("where there is a desktop, no terminal is asked")
    func desktopFirst() async throws {
        let terminal = TerminalClipboard()
        let pipe = Pipe()
        terminal.use(OutputWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor))
        let clipboard = SystemClipboard(
            environment: display.environment, clock: clock, terminal: terminal)
        #expect(!clipboard.asksTerminal)
        try await clipboard.copy(SecretText("one"), clearAfter: .seconds(60))
        #expect(await display.paste() == "one")
        await clipboard.clear()
        try pipe.fileHandleForWriting.close()
        #expect(pipe.fileHandleForReading.availableData.isEmpty)
    }
}
