import TenonCore

/// A cup that was drunk.
struct Cup: Sendable, Equatable {
    var kind: String
    var time: Timestamp
    /// How much tea was in it.
    var grams = 2
}

/// Keeps which tea was drunk, and when.
actor CupBook {
    private let database: any Database

    /// Opens the file, or makes it, and brings it to the present version.
    init(path: String, databases: any DatabaseOpening) throws {
        try databases.prepareFolder(of: path)
        database = try databases.open(path: path, options: DatabaseOptions(create: true))
        try database.write { try CupVersions.migrate($0) }
    }

    /// Adds a cup; it is on the disk when this returns.
    func add(_ cup: Cup) throws {
        try database.write { connection in
            try connection.execute(
                "INSERT INTO cup (kind, time, grams) VALUES (?, ?, ?)",
                [.text(cup.kind), .integer(cup.time.milliseconds), .integer(Int64(cup.grams))])
        }
    }

    /// The cups of one kind, the latest first.
    func cups(of kind: String) throws -> [Cup] {
        try database.read { connection in
            var cups: [Cup] = []
            try connection.query(
                "SELECT kind, time, grams FROM cup WHERE kind = ? ORDER BY time DESC",
                [.text(kind)]
            ) { row in
                cups.append(
                    Cup(
                        kind: row.text(0), time: Timestamp(milliseconds: row.integer(1)),
                        grams: Int(row.integer(2))))
            }
            return cups
        }
    }
}

/// What the file was like in each version, and how it gets from one to the next.
enum CupVersions {
    static let steps = [
        "CREATE TABLE cup (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, time INTEGER NOT NULL)",
        "ALTER TABLE cup ADD COLUMN grams INTEGER NOT NULL DEFAULT 2",
    ]

    /// Takes the steps that a file lacks; part of the caller's transaction: all of them, or none.
    static func migrate(_ connection: any DatabaseConnection) throws {
        var version = 0
        try connection.query("PRAGMA user_version", []) { version = Int($0.integer(0)) }
        guard steps.indices.contains(version) || version == steps.count else {
            throw CupError.madeByNewerVersion
        }
        for step in steps[version...] { try connection.execute(step) }
        try connection.execute("PRAGMA user_version = \(steps.count)")
    }
}

/// What can be wrong with the file.
typealias CupError = ModuleError<CupErrors>

/// Tells ``CupError`` apart from the errors of other modules.
enum CupErrors {}

extension CupError {
    static let madeByNewerVersion = CupError(
        ErrorCode("cups.newer", .badData), "The cups were written by a newer version.",
        remedy: "Update the tea house.")
}

extension AnyPort {
    /// The cups of this person.
    static let cups = Port<CupBook>("cups", providers: ["AcmeCups"])
}

/// Keeps the cups in the person's folder for data.
enum CupsPlugin: Plugin {
    static let manifest = PluginManifest(
        name: "acme.cups", version: "1.0.0", summary: "Keeps which tea was drunk")

    static func register(in registrar: inout Registrar) {
        registrar.provide(.cups, using: .databases, .application, .configuration) {
            databases, application, configuration in
            let places = UserPlaces(of: application, in: configuration)
            return try CupBook(path: places.dataFile("cups.db"), databases: databases)
        }
    }
}
