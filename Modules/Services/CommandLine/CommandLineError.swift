import TenonCore

/// What can be wrong with a command line before any command runs.
typealias CommandLineError = ModuleError<CommandLineErrors>

/// Tells ``CommandLineError`` apart from the errors of other modules.
enum CommandLineErrors {}

extension CommandLineError {
    static func unknownCommand(
        _ word: String, of group: String, nearest: String?
    ) -> CommandLineError {
        let help: Sentence = "Run \"\(group) --help\" for the list of commands."
        return CommandLineError(
            .commandLineUsage,
            "\"\(HarmlessAddress.value(word))\" is not a command of \(group).",
            remedy: nearest.map { "Did you mean \"\($0)\"? \(help)" } ?? help)
    }

    static func unknownOption(
        _ option: String, of command: String, nearest: String?
    ) -> CommandLineError {
        let help: Sentence = "Run \"\(command) --help\" for the list of options."
        return CommandLineError(
            .commandLineUsage, "\(command) has no option \(option).",
            remedy: nearest.map { "Did you mean \"\($0)\"? \(help)" } ?? help)
    }

    static func unreadableArgument(_ number: Int) -> CommandLineError {
        CommandLineError(
            .commandLineUsage, "Argument \(number) is not text in UTF-8; nothing was done.",
            remedy: "Write it in UTF-8.")
    }

    static func missingValue(_ setting: SettingDeclaration) -> CommandLineError {
        let flag = "--\(setting.name)"
        return CommandLineError(
            .commandLineUsage, "\(flag) needs a value.",
            remedy: "Write \(flag) \(setting.placeholder) or \(flag)=\(setting.placeholder).")
    }

    static func switchWithValue(_ setting: SettingDeclaration) -> CommandLineError {
        CommandLineError(
            .commandLineUsage, "--\(setting.name) takes no value.",
            remedy: "Write --\(setting.name) alone.")
    }

    static func settingClash(_ name: String) -> CommandLineError {
        CommandLineError(
            .commandLineConfiguration, "Two linked modules declare the flag --\(name) differently.",
            remedy: "Rename the setting in one of them.")
    }

    static func absentPlugin(_ name: String, of executable: String) -> CommandLineError {
        CommandLineError(
            .commandLineConfiguration, "No plugin called \(name) takes part in \(executable).",
            remedy: """
                Link its module, and check that the module declares a PluginRecord for it; \
                --modules lists what is linked.
                """)
    }

    static func outputFailed(_ reason: String) -> CommandLineError {
        CommandLineError(
            .commandLineOutput, "Standard output could not be written: \(reason).",
            remedy: "Check that there is space where it is written to.")
    }

    static func longMessage(_ limit: Int) -> CommandLineError {
        CommandLineError(
            .commandLineInput, "The message is longer than \(limit) bytes.",
            remedy: "Leave something out.")
    }

    static func inputFailed(_ reason: String) -> CommandLineError {
        CommandLineError(
            .commandLineInput, "Standard input could not be read: \(reason).",
            remedy: "Write \"< FILE\" behind the command.")
    }

    static func cannotStart(_ program: String, _ reason: String) -> CommandLineError {
        CommandLineError(
            .commandLineProgram, "\"\(program)\" cannot be started: \(reason).",
            remedy: "Check its name, and that it is a program that you may run.")
    }
}

extension ErrorCode {
    static let commandLineUsage = ErrorCode("command-line.usage", .usage)
    static let commandLineConfiguration = ErrorCode("command-line.settings", .configuration)
    static let commandLineOutput = ErrorCode("command-line.output", .inputOutput)
    static let commandLineInput = ErrorCode("command-line.input", .badData)
    static let commandLineProgram = ErrorCode("command-line.program", .unavailable)
}
