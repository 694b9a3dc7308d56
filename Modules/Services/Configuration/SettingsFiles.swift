import Configuration
import Glibc
import Synchronization
import SystemPackage
public import TenonCore

/// Reads settings from the JSON files of the person and of the system.
///
/// The files are `config.json` in the folders of `UserPlaces`; that of the person comes first. A
/// file that is missing is empty. Members are named after settings; an object named after an
/// executable holds what counts for that executable only.
public struct SettingsFiles: SettingReading {
    /// The most bytes of a file.
    private static let sizeLimit = 1 << 20

    private let paths: [String]
    private let executable: String

    /// Reads the files of an application.
    public init(of application: ApplicationInfo, in configuration: TenonCore.Configuration) {
        paths = UserPlaces(of: application, in: configuration).configuration
            .map { "\($0.path)/config.json" }
        executable = application.executable
    }

    /// The values that the files set, each from the most important file that has it.
    ///
    /// - Throws: ``ConfigurationError``.
    public func read(_ settings: [Setting]) async throws -> [String: SourcedValue] {
        var files: [any ConfigProvider] = []
        for path in paths {
            if let file = try await file(path, settings) { files.append(file) }
        }
        guard !files.isEmpty else { return [:] }
        let source = LastSource()
        let reader = ConfigReader(providers: files, accessReporter: source)
        var result: [String: SourcedValue] = [:]
        for setting in settings {
            guard let value = reader.string(forKey: ConfigKey([setting.name])),
                let place = source.place
            else { continue }
            result[setting.name] = SourcedValue(value, at: place)
        }
        return result
    }

    private func file(
        _ path: String, _ settings: [Setting]
    ) async throws -> FileProvider<SettingsSnapshot>? {
        // The library reads whatever is there to its end, which a device does not have.
        var status = stat()
        if stat(path, &status) == 0,
            status.st_mode & S_IFMT != S_IFREG || status.st_size > Self.sizeLimit
        {
            throw ConfigurationError.endless(path)
        }
        do {
            return try await FileProvider(
                parsingOptions: .init(path: path, executable: executable, settings: settings),
                filePath: FilePath(path), allowMissing: true)
        } catch let error as ConfigurationError {
            throw error
        } catch {
            throw ConfigurationError.unreadable(path)
        }
    }
}

/// Remembers where the value that was read last comes from.
private final class LastSource: AccessReporter {
    private let state = Mutex<SourcedValue.Place?>(nil)

    var place: SourcedValue.Place? { state.withLock(\.self) }

    func report(_ event: AccessEvent) {
        let places = event.providerResults.compactMap { result -> SourcedValue.Place? in
            guard case .success(let found) = result.result, found.value != nil else { return nil }
            return SourcedValue.Place(path: result.providerName, line: Int(found.encodedKey))
        }
        state.withLock { $0 = places.first }
    }
}
