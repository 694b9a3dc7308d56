import Foundation
import TestSupport
import Testing

/// What `readelf` says of a program.
struct ELFFile {
    private let text: String

    /// Reads the headers and the dynamic section of a program.
    init(_ path: String) async throws {
        let result = try await Program(path: "/usr/bin/readelf")
            .run("--file-header", "--program-headers", "--dynamic", "--sections", "--wide", path)
        try #require(result.status == 0, "\(result.errors)")
        text = result.output
    }

    /// Whether it is loaded at another address each time.
    var isPositionIndependent: Bool { !matches(/^\s*Type:\s+DYN/).isEmpty }
    /// Whether it finds all functions when it starts, and makes their table read-only then.
    var isReadOnlyOnceStarted: Bool {
        !matches(/^\s*GNU_RELRO/).isEmpty && !matches(/(BIND_NOW|FLAGS_1.*NOW)/).isEmpty
    }
    /// Whether what is on its stack can be run.
    var hasExecutableStack: Bool { matches(/^\s*GNU_STACK.*\sRW\s/).isEmpty }
    /// Where it looks for libraries before the system does.
    var libraryPaths: [Substring] { matches(/(RPATH|RUNPATH)/) }
    /// Whether it has names of its functions.
    var hasSymbols: Bool { !matches(/\sSYMTAB\s/).isEmpty }
    /// The libraries that it is started with.
    var libraries: [Substring] { matches(/\(NEEDED\)/) }

    /// The lines in which an expression is found.
    private func matches<Output>(_ expression: Regex<Output>) -> [Substring] {
        text.split(separator: "\n").filter { $0.firstMatch(of: expression) != nil }
    }
}
