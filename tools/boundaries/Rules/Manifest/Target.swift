/// One target of a manifest.
struct Target: Decodable, Sendable {
    /// What the package manager makes of a target.
    enum Kind: String, Decodable, Sendable {
        case regular, executable, test, system, macro, plugin, binary, snippet
    }

    /// The name in the manifest.
    let name: String
    /// What the package manager makes of it.
    let kind: Kind
    /// The folder, relative to the root of the package.
    let path: String
    /// What it declares to use.
    let dependencies: [Dependency]
    /// Files and folders below `path` that are not part of the target.
    let exclude: [String]
    /// Its compiler settings.
    let settings: [Setting]

    private enum CodingKeys: String, CodingKey {
        case name, path, dependencies, exclude, settings
        case kind = "type"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        kind = try values.decode(Kind.self, forKey: .kind)
        let folder = kind == .test ? "Tests" : "Sources"
        path = try values.decodeIfPresent(String.self, forKey: .path) ?? "\(folder)/\(name)"
        dependencies = try values.decode([Dependency].self, forKey: .dependencies)
        exclude = try values.decode([String].self, forKey: .exclude)
        settings = try values.decode([Setting].self, forKey: .settings)
    }

    /// The name that an import uses; characters that no identifier may have become `_`.
    var moduleName: String {
        String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }

    /// Whether the folder holds a path.
    func holds(_ file: String) -> Bool {
        guard let inside = Target.remainder(of: file, below: path) else { return false }
        return !exclude.contains { inside == $0 || Target.remainder(of: inside, below: $0) != nil }
    }

    /// Whether one of the declared dependencies is the target of this name.
    func declares(target name: String) -> Bool {
        dependencies.contains { $0 == .named(name) }
    }

    /// Whether one of the declared dependencies is a product of this name.
    func declares(product name: String) -> Bool {
        dependencies.contains { $0.product == name }
    }

    private static func remainder(of file: String, below folder: String) -> String? {
        file.hasPrefix(folder + "/") ? String(file.dropFirst(folder.count + 1)) : nil
    }
}
