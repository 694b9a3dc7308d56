import Configuration
import TenonCore

/// The settings of one file: the names are checked, and so are the types of the values.
struct SettingsSnapshot: FileConfigSnapshot {
    /// What a file is checked against.
    struct ParsingOptions: FileParsingOptions {
        static let `default` = ParsingOptions(path: "", executable: "", settings: [])

        let path: String
        /// The executable whose part of the file counts.
        let executable: String
        let settings: [Setting]
    }

    /// The path, which tells the files apart.
    let providerName: String
    private let values: [String: SourcedValue]

    init(data: RawSpan, providerName: String, parsingOptions: ParsingOptions) throws {
        self.providerName = parsingOptions.path
        let bytes = data.withUnsafeBytes { Array($0) }
        do {
            let entries = try SettingsText.entries(of: bytes)
            values = try parsingOptions.values(of: entries)
        } catch let failure as SettingsText.Failure {
            throw ConfigurationError.syntax(
                failure.reason, at: parsingOptions.place(failure.line))
        }
    }

    var description: String { "\(providerName)[\(values.count) values]" }

    var debugDescription: String { description }

    /// The value for a key of one component; the encoded key is the number of its line.
    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        let found = key.components.count == 1 ? values[key.components[0]] : nil
        return LookupResult(
            encodedKey: found?.place.line.map(String.init) ?? "",
            value: found.map { ConfigValue(.string($0.value), isSecret: false) })
    }
}

extension SettingsSnapshot.ParsingOptions {
    fileprivate func place(_ line: Int) -> SourcedValue.Place {
        SourcedValue.Place(path: path, line: line)
    }

    /// The values for this executable: its own part of the file comes before what is for all.
    fileprivate func values(of entries: [SettingsText.Entry]) throws -> [String: SourcedValue] {
        var result: [String: SourcedValue] = [:]
        var own: [String: SourcedValue] = [:]
        var parts: Set<String> = []
        for entry in entries {
            if case .object(let inner) = entry.value, !isSetting(entry.name) {
                // The parts of other executables are theirs to check.
                guard parts.insert(entry.name).inserted else {
                    throw ConfigurationError.twice(entry.name, at: place(entry.line))
                }
                guard entry.name == executable else { continue }
                for entry in inner { try add(entry, to: &own) }
            } else {
                try add(entry, to: &result)
            }
        }
        return result.merging(own) { $1 }
    }

    private func isSetting(_ name: String) -> Bool { settings.contains { $0.name == name } }

    private func add(
        _ entry: SettingsText.Entry, to values: inout [String: SourcedValue]
    ) throws {
        let place = place(entry.line)
        guard let setting = settings.first(where: { $0.name == entry.name }) else {
            throw ConfigurationError.unknown(
                entry.name,
                nearest: NearestName(of: entry.name, among: settings.map(\.name)).value, at: place)
        }
        guard values[entry.name] == nil else {
            throw ConfigurationError.twice(entry.name, at: place)
        }
        let text: String
        switch entry.value {
        case .text(let value) where !setting.isSwitch, .number(let value) where !setting.isSwitch:
            text = value
        case .toggle(let isOn) where setting.isSwitch: text = isOn ? "1" : "0"
        case .text, .number, .toggle, .object, .other:
            throw ConfigurationError.type(of: setting, at: place)
        }
        values[entry.name] = SourcedValue(text, at: place)
    }
}
