import FoundationEssentials
import TenonCore

/// The value of every setting and its origin, for people and for programs.
struct SettingsReport {
    private let settings: [SettingDeclaration]
    private let configuration: Configuration
    private let say: (Sentence) -> String

    init(_ context: CommandContext) {
        settings = context.settings.settings
        configuration = context.configuration
        say = context.reporter.text(of:)
    }

    init(
        settings: [SettingDeclaration], configuration: Configuration,
        say: @escaping (Sentence) -> String = { "\($0)" }
    ) {
        self.settings = settings
        self.configuration = configuration
        self.say = say
    }

    /// A table of three columns.
    var text: String {
        let heads = [say("SETTING"), say("VALUE"), say("FROM")]
        let rows = settings.map { setting in
            [
                setting.name, HarmlessText.line(configuration.shown(setting) ?? "-"),
                HarmlessText.line(say(configuration.origin(of: setting).sentence)),
            ]
        }
        let table = [heads] + rows
        let widths = (0..<2).map { column in table.map { $0[column].count }.max() ?? 0 }
        return table.map { row in
            zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }.joined(separator: "  ") + "  " + row[2]
        }.joined(separator: "\n")
    }

    /// JSON, with the version of its form.
    ///
    /// - Throws: What the encoder throws.
    func json() throws -> String {
        let document = Document(
            formatVersion: 1,
            settings: settings.map {
                Row($0.name, configuration.shown($0), configuration.origin(of: $0))
            })
        return try JSONEncoder.readable(document)
    }

    private struct Document: Encodable {
        let formatVersion: Int
        let settings: [Row]
    }

    private struct Row: Encodable {
        let name: String
        let value: String?
        let origin: String
        var variable: String?
        var path: String?
        var line: Int?
        var flavour: Flavour?

        init(_ name: String, _ value: String?, _ origin: SettingOrigin) {
            self.name = name
            self.value = value
            switch origin {
            case .flag: self.origin = "flag"
            case .environment(let variable):
                self.origin = "environment"
                self.variable = variable
            case .file(let place):
                self.origin = "file"
                path = place.path
                line = place.line
            case .flavour(let flavour):
                self.origin = "flavour"
                self.flavour = flavour
            case .standard: self.origin = "default"
            case .nothing: self.origin = "nothing"
            }
        }
    }
}
