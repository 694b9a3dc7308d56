import TenonCore

/// The sections that the help of every command ends with: settings and exit statuses.
struct HelpSections {
    private static let indent = 26
    private static let width = 80

    private let settings: [Setting]

    init(_ context: CommandContext) { settings = context.settings.settings }

    init(settings: [Setting]) { self.settings = settings }

    var text: String {
        var lines = ["", "SETTINGS: (before or after the command)"]
        for setting in settings { lines += Self.entry(Self.flag(setting), Self.help(setting)) }
        lines += ["", "EXIT STATUS:"]
        for status in ExitStatus.allCases {
            lines += Self.entry(String(status.rawValue), status.summary)
        }
        return lines.joined(separator: "\n")
    }

    private static func flag(_ setting: Setting) -> String {
        setting.isSwitch ? "--\(setting.name)" : "--\(setting.name) \(setting.placeholder)"
    }

    private static func help(_ setting: Setting) -> String {
        var notes: [String] = []
        if let variable = setting.environmentVariable { notes.append("environment: \(variable)") }
        if let value = setting.defaultValue, !value.isEmpty { notes.append("default: \(value)") }
        return notes.isEmpty ? setting.help : "\(setting.help) (\(notes.joined(separator: "; ")))"
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
    var summary: String {
        switch self {
        case .success: "Done."
        case .failure: "A general failure, or a negative result such as \"nothing found\"."
        case .usage: "The command line was wrong."
        case .badData: "The input data was wrong."
        case .noInput: "An input file is missing or cannot be opened."
        case .unavailable: "A service or program that is needed is not there."
        case .defect: "A defect of this program."
        case .cannotCreate: "An output file cannot be created."
        case .inputOutput: "Reading or writing failed."
        case .tryLater: "A passing failure; try again later."
        case .noPermission: "Not permitted, or locked."
        case .configuration: "Something is configured or put together wrongly."
        case .interrupted: "Interrupted."
        }
    }
}
