import Dispatch
import TenonCore

/// The programs that read and write the clipboard of a desktop.
struct ClipboardTool: Sendable {
    /// One family of programs, the best first.
    enum Kind: Sendable, CaseIterable {
        /// `wl-copy` and `wl-paste`, for Wayland.
        case wayland
        /// `xclip`, for X11.
        case xclip
        /// `xsel`, for X11.
        case xsel

        /// Those that serve a desktop which the environment names; none without a desktop.
        static func usable(in environment: [String: String]) -> [Kind] {
            allCases.filter { environment[$0.display]?.isEmpty == false }
        }

        /// The variable that names the desktop.
        var display: String { self == .wayland ? "WAYLAND_DISPLAY" : "DISPLAY" }

        /// The program that writes.
        var writer: String {
            switch self {
            case .wayland: "wl-copy"
            case .xclip: "xclip"
            case .xsel: "xsel"
            }
        }

        /// The program that reads.
        var reader: String { self == .wayland ? "wl-paste" : writer }

        /// The package that has them.
        var package: String { self == .wayland ? "wl-clipboard" : writer }
    }

    /// More than this is never copied, and never read back.
    static let maximumBytes = 1 << 20

    let kind: Kind
    private let writer: String
    private let reader: String
    private let environment: [String: String]

    /// Finds the programs for the desktop that the environment names.
    ///
    /// - Throws: ``SystemError`` when there is no desktop or no program.
    init(environment: [String: String]) throws {
        let kinds = Kind.usable(in: environment)
        guard let preferred = kinds.first else { throw SystemError.noDesktop }
        let search = ExecutableSearch(environment: environment)
        for kind in kinds {
            guard let writer = search.find(kind.writer), let reader = search.find(kind.reader)
            else { continue }
            self.kind = kind
            self.writer = writer
            self.reader = reader
            self.environment = environment
            return
        }
        throw SystemError.noClipboardTool(package: preferred.package)
    }

    /// What copies on the desktop that the environment names.
    static func means(in environment: [String: String]) async -> ClipboardMeans {
        let kinds = Kind.usable(in: environment)
        guard let preferred = kinds.first else { return .noDesktop }
        guard let tool = try? ClipboardTool(environment: environment) else {
            return .missing(package: preferred.package)
        }
        if await tool.marksSecrets { return .marking(program: tool.writer) }
        return .unmarking(
            program: tool.writer, better: preferred == .wayland ? "wl-clipboard 2.3" : nil)
    }

    /// Puts a secret on the clipboard.
    ///
    /// It may come there a moment later; see ``shows(_:)``.
    ///
    /// - Throws: ``SystemError`` when the program fails.
    func write(_ secret: SecretText) async throws {
        var arguments: [String]
        switch kind {
        case .wayland:
            arguments = ["--type", "text/plain;charset=utf-8"]
            if await marksSecrets { arguments.append("--sensitive") }
        case .xclip: arguments = ["-selection", "clipboard", "-in"]
        case .xsel: arguments = ["--clipboard", "--input"]
        }
        try await runWriter(arguments, input: secret)
    }

    /// Waits until the clipboard has what was written; on a busy machine that takes a while.
    func shows(_ secret: SecretText) async -> Bool {
        await settles(within: ChildProcess.patience) { $0 == secret }
    }

    /// What is on the clipboard as text; `nil` when there is none, or more than we ever copy.
    func read() async -> SecretText? {
        let result = await runReader()
        return result.succeeded ? result.output : nil
    }

    /// Empties the clipboard unless something else was copied.
    ///
    /// A machine that is too busy to say what is there, or to empty it, is asked again for a minute.
    func clear(ifHolding fingerprint: ClipboardFingerprint) async {
        for _ in 0..<12 {
            let result = await runReader()
            guard let status = result.status else { continue }
            guard status == 0, let content = result.output, fingerprint.matches(content) else {
                return
            }
            if (try? await clear()) != nil { return }
        }
    }

    private func runReader() async -> ChildProcess.Result {
        let arguments =
            switch kind {
            case .wayland: ["--no-newline"]
            case .xclip: ["-selection", "clipboard", "-out"]
            case .xsel: ["--clipboard", "--output"]
            }
        return await program(reader, arguments, outputLimit: Self.maximumBytes).run()
    }

    /// Empties the clipboard; what another program copies meanwhile is not touched.
    ///
    /// - Throws: ``SystemError`` when the program fails.
    func clear() async throws {
        switch kind {
        case .wayland: try await runWriter(["--clear"])
        case .xclip: try await runWriter(["-selection", "clipboard", "-in"])
        case .xsel: try await runWriter(["--clipboard", "--clear"])
        }
        _ = await settles(within: .seconds(2)) { $0?.isEmpty ?? true }
    }

    /// Waits until the clipboard has the content that was just written.
    ///
    /// On X11 the programs end before the server knows of the new content. An early check would
    /// find the old content, take the clipboard for another program's, and leave it uncleared. On
    /// Wayland reading may flash a window, and the compositor has the content when `wl-copy` ends.
    private func settles(
        within time: Duration, _ isAsWritten: (SecretText?) -> Bool
    ) async -> Bool {
        guard kind != .wayland else { return true }
        let deadline = ContinuousClock.now + time
        while !isAsWritten(await read()) {
            guard deadline > .now else { return false }
            // Not a sleep of the task, which would return at once when the task is cancelled.
            await withCheckedContinuation { continuation in
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) {
                    continuation.resume()
                }
            }
        }
        return true
    }

    /// Whether the program can tell clipboard managers that this is a secret.
    ///
    /// `wl-copy` can from version 2.3 on. Those for X11 offer one form of a text, and so no mark
    /// beside it.
    private var marksSecrets: Bool {
        get async {
            guard kind == .wayland else { return false }
            let help = await program(writer, ["--help"], outputLimit: 1 << 16).run()
            return help.output?.reveal().contains("--sensitive") ?? false
        }
    }

    private func runWriter(_ arguments: [String], input: SecretText = SecretText("")) async throws {
        guard await program(writer, arguments, input: input).run().succeeded else { throw failure }
    }

    /// What is said when the clipboard does not have what it should.
    var failure: SystemError {
        .clipboardFailed(tool: writer, display: environment[kind.display] ?? kind.display)
    }

    private func program(
        _ path: String, _ arguments: [String], input: SecretText = SecretText(""),
        outputLimit: Int = 0
    ) -> ChildProcess {
        ChildProcess(
            path: path, arguments: arguments, environment: environment, input: input,
            outputLimit: outputLimit)
    }
}
