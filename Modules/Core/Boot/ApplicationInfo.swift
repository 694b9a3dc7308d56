/// What an application is called.
public struct ApplicationInfo: Sendable, Codable, Equatable {
    /// The name for people, for example `Shop`.
    public var name: String
    /// The name of the executable, for example `shop-web`.
    public var executable: String
    /// The version, for example `1.2.0`.
    public var version: String
    /// The scheme of its deep links, for example `shop` in `shop://order:42`.
    public var scheme: String

    /// Makes the description of an application.
    public init(name: String, executable: String, version: String, scheme: String) {
        self.name = name
        self.executable = executable
        self.version = version
        self.scheme = scheme
    }
}
