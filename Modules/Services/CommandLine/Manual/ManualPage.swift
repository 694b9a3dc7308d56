import FoundationEssentials
import Glibc
import TenonCore

/// The manual page of an executable, section 1, made from its commands and settings.
///
/// It is made from the help, so it cannot be out of date. Its language is mdoc, which man-db, groff
/// and mandoc know.
struct ManualPage {
    private let context: CommandContext
    private let root: CommandDescription
    private let date: String

    /// Gathers what the page says.
    ///
    /// - Throws: `DecodingError` when ArgumentParser describes commands in another form.
    init(_ context: CommandContext) throws {
        self.context = context
        root = try .of(RootCommand.self)
        date = Self.date(in: context.configuration)
    }

    private var name: String { context.info.executable }

    private func say(_ sentence: Sentence) -> String { context.reporter.text(of: sentence) }

    /// The page.
    var text: String {
        var page = ManualText()
        page.macro(".\\\" Made by \"\(name) --manual\" of version \(context.info.version).")
        page.macro(".Dd \(date)")
        page.macro(".Dt \(ManualText.escaped(name.uppercased())) 1")
        page.macro(".Os")
        writeHead(&page)
        page.section("OPTIONS")
        page.terms(terms(root))
        page.section("COMMANDS")
        for command in root.shownSubcommands { write(command, under: [], &page) }
        writeSettings(&page)
        writeSurroundings(&page)
        page.section("EXIT STATUS")
        page.terms(
            ExitStatus.allCases.map { ("\($0.rawValue)", say($0.summary)) })
        page.section("EXAMPLES")
        page.literal(context.examples.map { "\(name) \(say($0))" })
        return page.text
    }

    private func writeHead(_ page: inout ManualText) {
        page.section("NAME")
        page.macro(".Nm \(ManualText.escaped(name))")
        var summary = say(context.summary)
        if summary.last == "." { summary.removeLast() }
        let first = summary.prefix(1).lowercased()
        page.macro(
            ".Nd \(ManualText.escaped("\(context.info.name): \(first + summary.dropFirst())"))")
        page.section("SYNOPSIS")
        page.macro(".Nm")
        page.macro(".Op Ar option ...")
        page.macro(".Op Ar command")
        page.macro(".Op Ar argument ...")
        page.section("DESCRIPTION")
        page.macro(".Nm")
        page.paragraph(say("starts its front end when no command is named."))
        page.paragraph(
            say(
                """
                Results of commands go to standard output, messages and questions to standard \
                error. "\(name) COMMAND --help" has the same text for one command.
                """))
    }

    /// A command and those that belong to it.
    private func write(
        _ command: CommandDescription, under groups: [String], _ page: inout ManualText
    ) {
        let names = groups + [command.commandName]
        page.subsection(([name] + names).joined(separator: " "))
        page.paragraph(command.abstract ?? "")
        if command.shownSubcommands.isEmpty {
            page.literal([usage(of: command, names)])
        }
        if let discussion = command.discussion, !discussion.isEmpty {
            page.macro(".Pp")
            page.text(discussion)
        }
        page.terms(terms(command))
        for child in command.shownSubcommands { write(child, under: names, &page) }
    }

    private func usage(of command: CommandDescription, _ names: [String]) -> String {
        let arguments = command.shownArguments
        let options = arguments.contains { $0.kind != .positional } ? ["[options]"] : []
        let positional = arguments.filter { $0.kind == .positional }.map { argument in
            let word = "<\(argument.valueName ?? "")>" + (argument.isRepeating ? " ..." : "")
            return argument.isOptional ? "[\(word)]" : word
        }
        return ([name] + names + options + positional).joined(separator: " ")
    }

    private func terms(_ command: CommandDescription) -> [(macro: String, meaning: String)] {
        command.shownArguments.map { argument in
            let value = ManualText.argument(argument.valueName ?? "value")
            let names = (argument.names ?? []).map { "Fl \(Self.flag($0.text))" }
            let macro =
                switch argument.kind {
                case .positional: "Ar \(value)"
                case .flag: names.joined(separator: " , ")
                case .option: names.joined(separator: " , ") + " Ar \(value)"
                }
            var notes: [String] = []
            if argument.kind != .flag {
                if let values = argument.allValues, !values.isEmpty {
                    notes.append(say("values: \(values.joined(separator: ", "))"))
                }
                if let value = argument.defaultValue { notes.append(say("default: \(value)")) }
            }
            let meaning = argument.abstract ?? ""
            return (
                macro, notes.isEmpty ? meaning : "\(meaning) (\(notes.joined(separator: "; ")))"
            )
        }
    }

    private func writeSettings(_ page: inout ManualText) {
        page.section("SETTINGS")
        page.paragraph(say("They may stand before or after a command, and in files."))
        page.terms(
            context.settings.settings.map { setting in
                let value =
                    setting.isSwitch ? "" : " Ar \(ManualText.argument(setting.placeholder))"
                var notes = setting.environmentVariable.map { [say("environment: \($0)")] } ?? []
                if let value = setting.defaultValue, !value.isEmpty {
                    notes.append(say("default: \(value)"))
                }
                let help = say(setting.help)
                return (
                    "Fl \(Self.flag("--\(setting.name)"))\(value)",
                    notes.isEmpty ? help : "\(help) (\(notes.joined(separator: "; ")))"
                )
            })
    }

    private func writeSurroundings(_ page: inout ManualText) {
        page.section("ENVIRONMENT")
        let variables = context.settings.settings.compactMap { setting in
            setting.environmentVariable.map { variable in
                (term: variable, meaning: say("As \("--\(setting.name)")."))
            }
        }
        page.terms(
            (variables + context.variables.map { ($0.term, say($0.meaning)) })
                .sorted { $0.term < $1.term }
                .map { ("Ev \(ManualText.argument($0.term))", $0.meaning) })
        guard !context.files.isEmpty else { return }
        page.section("FILES")
        page.terms(
            context.files.map { ("Pa \(ManualText.argument($0.term))", say($0.meaning)) })
    }

    /// A flag for the macro that puts the first dash itself.
    private static func flag(_ text: String) -> String {
        ManualText.escaped(String(text.dropFirst()))
    }

    /// The day on which the page is made, as mdoc wants it, or what `SOURCE_DATE_EPOCH` says
    /// (reproducible-builds.org): the page of a package is always the same.
    private static func date(in configuration: Configuration) -> String {
        let asked = configuration.environmentVariable("SOURCE_DATE_EPOCH").flatMap { Int($0) }
        let day = UTCTime(
            asked.flatMap(InternetTime.read(seconds:)) ?? Timestamp(seconds: Int64(time(nil))))
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August",
            "September", "October", "November", "December",
        ]
        return "\(months[day.month - 1]) \(day.day), \(day.year)"
    }
}
