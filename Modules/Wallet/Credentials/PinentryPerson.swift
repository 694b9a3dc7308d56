package import TenonCore

/// Asks the person through `pinentry`, the program of the GnuPG project for such questions.
///
/// It shows a window, or takes over a terminal, whatever is installed. The protocol is Assuan: a line
/// for each command, and for each an answer `OK` or `ERR`; data comes in lines `D …`.
package struct PinentryPerson: PersonAsking {
    private static let title: Sentence = "Wallet"
    private static let allow: Sentence = "Allow"
    private static let refuse: Sentence = "Refuse"
    private static let prompt: Sentence = "Passphrase of the wallet:"

    /// How long a question stays.
    private static let patience: Duration = .seconds(120)

    private let programs: any ProgramRunning
    private let arguments: [String]
    private let say: @Sendable (Sentence) -> String

    /// Asks where a client says that the person is.
    ///
    /// - Parameters:
    ///   - programs: Runs `pinentry`.
    ///   - surroundings: `NAME=VALUE` for `DISPLAY`, `TTY` and `TERM`; others are of no interest here.
    ///   - say: The text of a sentence in the person's language.
    package init(
        programs: any ProgramRunning, surroundings: [String],
        say: @escaping @Sendable (Sentence) -> String
    ) {
        self.programs = programs
        self.say = say
        let options = ["DISPLAY": "--display", "TTY": "--ttyname", "TERM": "--ttytype"]
        arguments = surroundings.flatMap { text -> [String] in
            guard let equals = text.firstIndex(of: "="),
                let option = options[String(text[..<equals])]
            else { return [] }
            return [option, String(text[text.index(after: equals)...])]
        }
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
        let input = SecretText((commands + ["BYE"]).map { "\($0)\n" }.joined())
        let outcome = await programs.run(
            "pinentry", arguments: arguments, input: input, limit: 16 << 10,
            within: Self.patience)
        return outcome?.output.withBytes { bytes in
            let data = SecretOutput()
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
