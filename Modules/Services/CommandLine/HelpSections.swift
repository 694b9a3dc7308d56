import TenonCore

/// The sections that help ends with: settings and exit statuses, or where a command's are explained.
struct HelpSections {
    private static let indent = 26
    private static let width = 80

    private let settings: [SettingDeclaration]
    private let executable: String
    private let say: (Sentence) -> String

    init(_ context: CommandContext) {
        settings = context.settings.settings
        executable = context.info.executable
        say = context.reporter.text(of:)
    }

    var text: String {
        var lines = ["", say("SETTINGS: (before or after the command)")]
        for setting in settings { lines += Self.entry(Self.flag(setting), help(setting)) }
        lines += ["", say("EXIT STATUS:")]
        for status in ExitStatus.allCases {
            lines += Self.entry(String(status.rawValue), say(status.summary))
        }
        return lines.joined(separator: "\n")
    }

    /// The names of the settings alone, and which help explains them.
    var folded: String {
        var lines = ["", say("SETTINGS: (before or after the command)"), " "]
        for flag in settings.map(Self.flag) {
            let last = lines.count - 1
            if lines[last].count + 2 + flag.count <= Self.width {
                lines[last] += (lines[last] == " " ? " " : ", ") + flag
            } else {
                lines[last] += ","
                lines.append("  \(flag)")
            }
        }
        let explanation: Sentence = "See \"\(executable) --help\" for settings and exit statuses."
        return (lines + ["", "  \(say(explanation))"]).joined(separator: "\n")
    }

    private static func flag(_ setting: SettingDeclaration) -> String {
        setting.isSwitch ? "--\(setting.name)" : "--\(setting.name) \(setting.placeholder)"
    }

    private func help(_ setting: SettingDeclaration) -> String {
        let help = say(setting.help)
        var notes: [String] = []
        if let variable = setting.environmentVariable {
            notes.append(say("environment: \(variable)"))
        }
        if let value = setting.defaultValue, !value.isEmpty {
            notes.append(say("default: \(value)"))
        }
        return notes.isEmpty ? help : "\(help) (\(notes.joined(separator: "; ")))"
    }

    /// A term and its description, as ArgumentParser sets them: two columns, 80 characters wide.
    private static func entry(_ term: String, _ description: String) -> [String] {
        var lines = ["  \(term)"]
        if term.count + 4 > indent { lines.append("") }
        var isFirst = true
        for word in description.split(separator: " ") {
            let last = lines.count - 1
            if isFirst {
                lines[last] += String(repeating: " ", count: indent - lines[last].count) + word
                isFirst = false
            } else if lines[last].count + 1 + word.count <= width {
                lines[last] += " \(word)"
            } else {
                lines.append(String(repeating: " ", count: indent) + word)
            }
        }
        return lines
    }
}

extension ExitStatus {
    /// What it means, for help.
    var summary: Sentence {
        switch self {
        case .success: "Done."
        case .failure: "A general failure, or a negative result such as \"nothing found\"."
        case .ambiguous: "A name stands for several things, of which none was chosen."
        case .usage: "The command line was wrong."
        case .badData: "The input data was wrong."
        case .noInput: "An input file is missing or cannot be opened."
        case .unavailable: "A service or program that is needed is not there."
        case .defect: "A defect of this program."
        case .cannotCreate: "An output file cannot be created."
        case .inputOutput: "Reading or writing failed."
        case .tryLater: "A passing failure; try again later."
        case .differs: "A replay differs from its recording."
        case .noPermission: "Not permitted, or locked."
        case .configuration: "Something is configured or put together wrongly."
        case .interrupted: "Interrupted."
        }
    }
}
