import Glibc
import TenonCore

/// The settings of one file: the names are checked, and so are the types of the values.
struct SettingsFile {
    /// The most bytes of a file.
    private static let sizeLimit = 1 << 20

    let path: String
    /// The executable whose part of the file counts.
    let executable: String
    /// All settings that there are.
    let settings: [SettingDeclaration]

    /// The values for the executable; none when there is no file.
    ///
    /// - Throws: ``ConfigurationError``.
    func values() throws -> [String: SourcedValue] {
        try contents().map { try values(in: $0) } ?? [:]
    }

    /// The values that the bytes of a file say.
    ///
    /// - Throws: ``ConfigurationError``.
    func values(in text: SecretText) throws -> [String: SourcedValue] {
        do {
            let document = try JSONReader.read(text)
            guard case .object(let members) = document else {
                throw ConfigurationError.syntax("An object in braces is expected.", at: place(1))
            }
            return try values(of: members)
        } catch let error as JSONError {
            throw ConfigurationError.syntax(error.reason, at: place(error.line))
        }
    }

    /// The bytes; `nil` when there is no file.
    private func contents() throws -> SecretText? {
        do {
            let descriptor = try InputFile.open(path, limit: Self.sizeLimit)
            defer { close(descriptor) }
            return try InputFile.contents(of: descriptor, limit: Self.sizeLimit)
        } catch let refusal as InputFile.Refusal {
            switch refusal {
            case .system(ENOENT): return nil
            case .system: throw ConfigurationError.unreadable(path)
            case .notAFile, .tooLarge: throw ConfigurationError.endless(path)
            }
        }
    }

    private func place(_ line: Int) -> SourcedValue.Place {
        SourcedValue.Place(path: path, line: line)
    }

    /// The executable's own part of the file comes before what is for all.
    private func values(of members: [JSONValue.Member]) throws -> [String: SourcedValue] {
        var result: [String: SourcedValue] = [:]
        var own: [String: SourcedValue] = [:]
        var parts: Set<String> = []
        for member in members {
            guard case .object(let inner) = member.value, setting(member.name) == nil else {
                try add(member, to: &result)
                continue
            }
            guard parts.insert(member.name).inserted else {
                throw ConfigurationError.twice(member.name, at: place(member.line))
            }
            // The parts of other executables are theirs to check.
            guard member.name == executable else { continue }
            for member in inner { try add(member, to: &own) }
        }
        return result.merging(own) { $1 }
    }

    private func setting(_ name: String) -> SettingDeclaration? {
        settings.first { $0.name == name }
    }

    private func add(
        _ member: JSONValue.Member, to values: inout [String: SourcedValue]
    ) throws {
        let place = place(member.line)
        guard let setting = setting(member.name) else {
            throw ConfigurationError.unknown(
                member.name,
                nearest: NearestName(of: member.name, among: settings.map(\.name)).value,
                at: place)
        }
        guard values[member.name] == nil else {
            throw ConfigurationError.twice(member.name, at: place)
        }
        let text: String
        switch member.value {
        case .string(let value) where !setting.isSwitch: text = value.reveal()
        case .number(let value) where !setting.isSwitch: text = value
        case .bool(let isOn) where setting.isSwitch: text = isOn ? "1" : "0"
        case .string, .number, .bool, .object, .array, .null:
            throw ConfigurationError.type(of: setting, at: place)
        }
        values[member.name] = SourcedValue(text, at: place)
    }
}
