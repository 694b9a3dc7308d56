import ArgumentParser
import Glibc
import TenonCommandLine
import TenonCore

/// Reads settings through the container.
struct Greet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Greets someone.")

    @Argument(help: "Who is greeted.")
    var name: String

    func run() async throws {
        guard let configuration = Environment.current?[.configuration] else { return }
        let text = "\(configuration[FixturePlugin.greeting]), \(name)"
        print(configuration[FixturePlugin.loud] ? text.uppercased() : text)
    }
}

/// Fails in different ways.
struct Fail: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Fails.")

    @Argument(help: "explained, defect, usage, code or cancelled.")
    var how: String

    func run() async throws {
        switch how {
        case "explained": throw FixtureError()
        case "usage": throw ValidationError("That is not how it is used.")
        case "code": throw ExitCode(1)
        case "cancelled": throw CancellationError()
        default: throw Unexplained()
        }
    }
}

/// An error with a remedy.
struct FixtureError: ExplainedError {
    let code = ErrorCode("fixture.locked", .noPermission)
    let message: Sentence = "It is locked."
    let remedy: Sentence = "Unlock it."
}

/// An error that nobody expected.
struct Unexplained: Error {}

/// Waits until it is cancelled; with `--stubborn` it goes on after that.
struct Wait: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Waits.")

    @Flag(help: "Takes no notice of being cancelled.")
    var stubborn = false

    func run() async throws {
        print("waiting")
        fflush(nil)
        do {
            // Time: a signal comes long before that.
            try await Task.sleep(for: .seconds(3600))
        } catch {
            guard stubborn else { throw error }
            print("cancelled")
            fflush(nil)
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
    }
}

/// Copies standard input to the clipboard.
struct Copy: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Copies a secret.")

    @Option(help: "Milliseconds until it is cleared.")
    var clearAfter: Int = 1000

    func run() async throws {
        guard let clipboard = Environment.current?[.clipboard], let line = readLine() else {
            return
        }
        try await clipboard.copy(SecretText(line), clearAfter: .milliseconds(clearAfter))
    }
}

/// Writes without end, until nobody reads any more.
struct Flood: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Writes without end.")

    func run() async throws {
        while true { try StandardOutput.write(String(repeating: "water\n", count: 1000)) }
    }
}

/// A group of commands.
struct Box: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "A group.", subcommands: [Open.self])

    /// A command in a group.
    struct Open: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Opens the box.")

        func run() async throws { print("opened") }
    }
}
