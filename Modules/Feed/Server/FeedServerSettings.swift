import Glibc
import TenonCore

/// The settings of the demonstration server.
struct FeedServerSettings {
    static let folder = Setting<String?>(
        "folder", placeholder: "FOLDER",
        help: "Keep everything in this folder, which is made when it does not exist.",
        environmentVariable: "PHOTOFEED_SERVER_FOLDER")
    static let requests = Setting<Int>(
        "requests", placeholder: "COUNT",
        help: "How many requests a person may make in five minutes, from 1 to 1000000.",
        environmentVariable: "PHOTOFEED_SERVER_REQUESTS", defaultValue: 300,
        range: 1...1_000_000)
    static let processing = Setting<Int>(
        "processing", placeholder: "MILLISECONDS",
        help: "How long it takes until a picture that was sent is ready, from 0 to 60000.",
        environmentVariable: "PHOTOFEED_SERVER_PROCESSING", defaultValue: 400,
        range: 0...60_000)

    static let tokenLife = Setting<Int?>(
        "token-life", placeholder: "SECONDS",
        help: """
            How long a sign-in counts until it is renewed, from 1 to 31536000; for ever without.
            """,
        environmentVariable: "PHOTOFEED_SERVER_TOKEN_LIFE", range: 1...31_536_000)

    /// The absolute path of the database.
    let database: String
    let requestLimit: Int
    let processingTime: Duration
    /// How long a token counts; `nil` for ever.
    let tokenLife: Duration?

    /// Reads the settings.
    ///
    /// - Throws: `SettingError` for an invalid value.
    init(_ configuration: Configuration, of application: ApplicationInfo) throws {
        let file = "photofeed-server.db"
        database =
            try configuration[Self.folder].map { "\(Self.absolute($0))/\(file)" }
            ?? UserPlaces(of: application, in: configuration).dataFile(file)
        requestLimit = try configuration[Self.requests]
        processingTime = .milliseconds(try configuration[Self.processing])
        tokenLife = try configuration[Self.tokenLife].map { .seconds($0) }
    }

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return "\(String(cString: folder))/\(path)"
    }
}
