/// Where the files of an application are for this person (XDG Base Directory Specification 0.8).
///
/// The variable `APP_HOME`, for example `SHOP_HOME`, puts all files of the person into one folder. Elsewhere,
/// the folders of an edition (``Configuration/editionSetting``) have its name behind theirs: `shop-test`.
public struct UserPlaces: Sendable, Equatable {
    /// The folder for what the person would miss: `$XDG_DATA_HOME/APP`, or `~/.local/share/APP`.
    ///
    /// `nil` when there is no home folder.
    public let data: String?
    /// The folder for data worth keeping that nobody would miss: `$XDG_STATE_HOME/APP`, or
    /// `~/.local/state/APP`.
    ///
    /// `nil` when there is no home folder.
    public let state: String?
    /// The folder for what can be had again: `$XDG_CACHE_HOME/APP`, or `~/.cache/APP`.
    ///
    /// `nil` when there is no home folder.
    public let cache: String?
    /// The folder for sockets: `$XDG_RUNTIME_DIR/APP`, or `run` in the folder for state.
    ///
    /// `nil` when there is neither. It may not exist yet.
    public let runtime: String?
    /// The folders for configuration files, the most important first.
    ///
    /// The person's folder is `$XDG_CONFIG_HOME/APP`, or `~/.config/APP`; those of the system are
    /// in `$XDG_CONFIG_DIRS`, or `/etc/xdg/APP`.
    public let configuration: [Folder]

    /// A folder, and whether it is the person's own.
    public struct Folder: Sendable, Equatable {
        /// An absolute path.
        public let path: String
        /// Whether it belongs to the person, and not to the system.
        public let isPersonal: Bool
    }

    /// Finds the places; relative paths in variables are ignored, as the specification says.
    public init(of application: ApplicationInfo, in configuration: Configuration) {
        let plain = application.folderName
        let edition = configuration.edition
        let name = edition.isEmpty ? plain : "\(plain)-\(edition)"
        func absolute(_ variable: String) -> String? {
            configuration.environmentVariable(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let home = absolute("HOME")
        func personal(_ variable: String, _ fallback: String) -> String? {
            (absolute(variable) ?? home.map { "\($0)/\(fallback)" }).map { "\($0)/\(name)" }
        }
        let own = absolute(plain.uppercased().map { $0 == "-" ? "_" : "\($0)" }.joined() + "_HOME")
        data = own ?? personal("XDG_DATA_HOME", ".local/share")
        state = own.map { "\($0)/state" } ?? personal("XDG_STATE_HOME", ".local/state")
        cache = own.map { "\($0)/cache" } ?? personal("XDG_CACHE_HOME", ".cache")
        runtime =
            own.map { "\($0)/run" } ?? absolute("XDG_RUNTIME_DIR").map { "\($0)/\(name)" }
            ?? state.map { "\($0)/run" }
        let folder = own ?? personal("XDG_CONFIG_HOME", ".config")
        let system = (configuration.environmentVariable("XDG_CONFIG_DIRS") ?? "")
            .split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
        self.configuration =
            [folder].compactMap { $0 }.map { Folder(path: $0, isPersonal: true) }
            + (system.isEmpty ? ["/etc/xdg/\(name)"] : system).map {
                Folder(path: $0, isPersonal: false)
            }
    }

    /// The path of a file in the folder for data.
    ///
    /// - Throws: ``PersistenceError`` (`persistence.no-home`) when there is no home folder.
    public func dataFile(_ name: String) throws -> String {
        guard let data else { throw PersistenceError.noHome }
        return "\(data)/\(name)"
    }
}

extension ApplicationInfo {
    /// What folders of the application are called, the same for all of its executables.
    ///
    /// The name in small ASCII letters and digits, with hyphens for all else: `my-app` for `My App`.
    var folderName: String {
        let words = Self.folderName(name)
        return words.isEmpty ? "application" : words
    }

    /// A name as folders have it: in small ASCII letters and digits, with hyphens for all else.
    static func folderName(_ name: String) -> String {
        let letters = name.utf8.map { byte -> Character in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                Character(UnicodeScalar(byte))
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): Character(UnicodeScalar(byte + 32))
            default: "-"
            }
        }
        return String(letters).split(separator: "-").joined(separator: "-")
    }
}
