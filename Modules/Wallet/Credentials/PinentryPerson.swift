package import TenonCore
import TenonMemory

/// Asks the person through `pinentry`, the program of the GnuPG project for such questions.
///
/// It shows a window or takes over a terminal, depending on what is installed. The protocol is
/// Assuan: a line for each command, and for each an answer `OK` or `ERR`; data comes in lines `D
/// …`.
package struct PinentryPerson: PersonAsking {
    /// Why it cannot ask.
    private enum Obstacle {
        case absence
        case silence
        case terminalOnly
        case noScreen
        case noWindow

        var sentence: Sentence {
            switch self {
            case .absence:
                """
                Wallet cannot ask you: pinentry is not installed. Run: \
                apt install pinentry-gnome3
                """
            case .silence: "Wallet cannot ask you: pinentry does not answer."
            case .terminalOnly:
                """
                Wallet cannot ask you: the installed pinentry needs a terminal, and there is none \
                here. Run: apt install pinentry-gnome3
                """
            case .noScreen:
                """
                Wallet cannot ask you: pinentry has no screen, since neither DISPLAY nor \
                WAYLAND_DISPLAY is set.
                """
            case .noWindow: "Wallet cannot ask you: pinentry cannot open a window on this screen."
            }
        }
    }

    private static let title: Sentence = "Wallet"
    private static let allow: Sentence = "Allow"
    private static let refuse: Sentence = "Refuse"
    private static let prompt: Sentence = "Passphrase of the wallet:"

    /// How long a question stays.
    private static let patience: Duration = .seconds(120)
    /// How long it may take to say what it is.
    private static let hurry = Duration.seconds(2) * Patience.factor
    /// What `env` exits with when there is no such program.
    private static let noProgram: Int32 = 127

    /// What `pinentry` takes as options, and what it looks up in its environment.
    private static let options = ["DISPLAY": "--display", "TTY": "--ttyname", "TERM": "--ttytype"]
    private static let variables: Set = [
        "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR",
    ]

    private let programs: any ProgramRunning
    /// For `env`: variables, the program and its options.
    private let arguments: [String]
    private let hasScreen: Bool
    private let hasTerminal: Bool
    private let say: @Sendable (Sentence) -> String

    /// Asks where a client says that the person is.
    ///
    /// - Parameters:
    ///   - programs: Runs `pinentry`.
    ///   - surroundings: `NAME=VALUE` for `DISPLAY`, `WAYLAND_DISPLAY`, `XAUTHORITY`,
    ///     `DBUS_SESSION_BUS_ADDRESS`, `XDG_RUNTIME_DIR`, `TTY` and `TERM`; others are left out.
    ///   - say: The text of a sentence in the person's language.
    package init(
        programs: any ProgramRunning, surroundings: [String],
        say: @escaping @Sendable (Sentence) -> String
    ) {
        self.programs = programs
        self.say = say
        var (variables, options, names) = ([String](), [String](), Set<String>())
        for text in surroundings {
            guard let equals = text.firstIndex(of: "=") else { continue }
            let name = String(text[..<equals])
            names.insert(name)
            if let option = Self.options[name] {
                options += [option, String(text[text.index(after: equals)...])]
            } else if Self.variables.contains(name) {
                variables.append(text)
            }
        }
        arguments = variables + ["pinentry"] + options
        hasScreen = !names.isDisjoint(with: ["DISPLAY", "WAYLAND_DISPLAY"])
        hasTerminal = names.contains("TTY")
    }

    /// Why `pinentry` cannot ask; it is run to find out, and shows nothing.
    package func obstacle() async -> Sentence? {
        guard let outcome = await execute(["GETINFO flavor"], within: Self.hurry) else {
            return Obstacle.silence.sentence
        }
        guard outcome.status != Self.noProgram else { return Obstacle.absence.sentence }
        let lines = outcome.output.reveal().split(separator: "\n")
        guard lines.first?.hasPrefix("OK") == true else { return Obstacle.silence.sentence }
        // Such as `gtk2`, `curses`, or `gtk2:curses` for one that fell back to a terminal. A
        // program that does not know the question is older, or a script of the person's own.
        let flavor = lines.first { $0.hasPrefix("D ") }?.dropFirst(2).split(separator: ":") ?? []
        guard let last = flavor.last, ["curses", "tty"].contains(last), !hasTerminal else {
            return nil
        }
        let obstacle: Obstacle =
            flavor.count == 1 ? .terminalOnly : hasScreen ? .noWindow : .noScreen
        return obstacle.sentence
    }

    /// Asks yes or no.
    package func allows(_ question: Sentence) async -> Bool {
        await run([
            "SETTITLE \(escaped(Self.title))", "SETDESC \(escaped(question))",
            "SETOK \(escaped(Self.allow))", "SETCANCEL \(escaped(Self.refuse))", "CONFIRM",
        ]) != nil
    }

    /// Asks for the passphrase.
    package func passphrase(for reason: Sentence) async -> SecretText? {
        let answer = await run([
            "SETTITLE \(escaped(Self.title))", "SETDESC \(escaped(reason))",
            "SETPROMPT \(escaped(Self.prompt))", "GETPIN",
        ])
        return answer.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Runs commands; the last one is the question.
    ///
    /// - Returns: The data of the last command; `nil` when it was refused or could not be asked.
    private func run(_ commands: [String]) async -> SecretText? {
        let outcome = await execute(commands, within: Self.patience)
        return outcome?.output.withBytes { bytes in
            let data = SecretBuffer()
            // The first answer is a greeting.
            var answered = -1
            for line in bytes.split(separator: UInt8(ascii: "\n")) {
                if line.starts(with: "D ".utf8) {
                    data.append(percentDecoding: line.dropFirst(2))
                } else if line.starts(with: "OK".utf8) || line.starts(with: "ERR ".utf8) {
                    answered += 1
                    if answered == commands.count {
                        return line.first == UInt8(ascii: "O") ? data.text : nil
                    }
                }
            }
            return nil
        }
    }

    private func execute(
        _ commands: [String], within duration: Duration
    ) async -> ProgramOutcome? {
        let input = SecretText((commands + ["BYE"]).map { "\($0)\n" }.joined())
        return await programs.run(
            "env", arguments: arguments, input: input, limit: 16 << 10, within: duration)
    }

    /// A sentence as an argument of a command.
    private func escaped(_ sentence: Sentence) -> String {
        say(sentence).map { character in
            switch character {
            case "%": "%25"
            case "\n", "\r", "\r\n": "%0A"
            default: String(character)
            }
        }.joined()
    }
}
