import Foundation

/// A test that sleeps or looks at a clock says why, beside it or above it.
///
/// How long something takes depends on the machine and on what else it does; a test that waits for
/// the event itself is red only when something is wrong. The port of the clock, which tests move by
/// hand, is not meant, nor is the time of day as a value.
struct TimeCheck: Check {
    private static let extensions: Set<String> = ["swift", "py", "sh", "js", "mjs"]
    private static let patterns = [
        #"\b(?:Task|Thread|time)\.sleep\b"#, #"\b(?:usleep|nanosleep)\("#,
        // The function of C and the command of shells.
        #"(?<![.\w])sleep(?:\(\d| "?[\d\$])"#,
        #"\b(?:ContinuousClock|SuspendingClock|DispatchTime|asyncAfter|clock_gettime)\b"#,
        #"\bDate\(\)\.addingTimeInterval\b"#, #"\btimeIntervalSinceNow\b"#,
        #"\btime\.(?:time|monotonic|perf_counter)\("#,
        #"\bDate\.now\("#, #"(?<![.\w])setTimeout\("#,
    ]
    private static let reasons = ["// Time: ", "# Time: "]

    func findings(in project: Project) throws -> [Finding] {
        let pattern = try NSRegularExpression(pattern: Self.patterns.joined(separator: "|"))
        return try project.tree.files.filter(Self.isTest).flatMap { path -> [Finding] in
            let lines = try project.tree.text(of: path)
                .split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
            return lines.indices.filter { place in
                let line = lines[place]
                let range = NSRange(line.startIndex..., in: line)
                return !Self.isComment(line)
                    && pattern.firstMatch(in: line, range: range) != nil
                    && !Self.isExplained(place, in: lines)
            }.map { finding(path, line: $0 + 1) }
        }
    }

    private static func isTest(_ path: String) -> Bool {
        path.hasPrefix("Tests/") && extensions.contains((path as NSString).pathExtension)
    }

    /// Whether a line is nothing but a comment; `#expect` is none.
    private static func isComment(_ line: String) -> Bool {
        let text = line.drop(while: \.isWhitespace)
        return text.hasPrefix("//") || text.hasPrefix("# ")
    }

    /// Whether there is a reason on a line, or in the comment directly above it.
    private static func isExplained(_ place: Int, in lines: [String]) -> Bool {
        let above = lines[..<place].reversed().prefix(while: isComment)
        return ([lines[place]] + above).contains { line in
            reasons.contains { line.contains($0) }
        }
    }

    private func finding(_ path: String, line: Int) -> Finding {
        Finding(
            path, line: line, .time,
            "This sleeps or looks at a clock, and a busy machine takes its time. Wait for what is "
                + "to come with `until` of Tests/Support/Waiting.swift; where nothing tells of it, "
                + "say why in a comment that begins with 'Time:', on this line or above it.")
    }
}
