/// The modules that come with the toolchain and need no declaration in a manifest.
enum StandardModules {
    /// The standard library in the narrow sense: all that Core may use.
    static let core: Set<String> = [
        "Swift", "Synchronization", "Observation", "Distributed", "RegexBuilder",
        "_Concurrency", "_StringProcessing",
    ]

    /// The test frameworks, for tests and for the module that supports them.
    static let testFrameworks: Set<String> = ["Testing", "XCTest"]

    /// Everything else that the toolchain brings, for every layer but Core.
    static let platform: Set<String> = [
        "Foundation", "FoundationEssentials", "FoundationInternationalization",
        "FoundationNetworking", "FoundationXML", "Dispatch", "Glibc", "Musl", "Darwin",
    ]

    /// All of them.
    static let all = core.union(testFrameworks).union(platform)
}
