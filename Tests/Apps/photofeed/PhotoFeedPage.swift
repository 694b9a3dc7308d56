import TestSupport
import Testing

/// `photofeed-web` while it runs, as a browser sees it.
struct PhotoFeedPage {
    private let program: RunningProgram
    private let http: LoopbackHTTP
    private let headers: [String: String]
    private let path: String

    /// Starts it.
    ///
    /// - Parameters:
    ///   - location: Where it begins.
    ///   - environment: The whole environment.
    ///   - errors: The file that gets what it writes to standard error.
    init(at location: String, _ environment: [String: String], errors: String) async throws {
        program = try RunningProgram(
            built: "photofeed-web", ["--web-no-open", "--open", location],
            environment: environment, errors: errors)
        let start = try #require(program.firstLine.firstMatch(of: /http:\/\/[^\/]+:(\d+)(\/\S*)/))
        http = LoopbackHTTP(port: try #require(Int(start.1)))
        let begun = try await http.send("GET", String(start.2))
        let cookie = try #require(begun["set-cookie"]?.split(separator: ";").first)
        headers = ["Cookie": String(cookie), "Sec-Fetch-Site": "same-origin"]
        path = try #require(begun["location"])
    }

    /// The page, once some words are on it.
    func text(with words: String) async throws -> String {
        var page = ""
        try await until {
            var answer = try await get(path)
            while answer.status == 303, let next = answer["location"] {
                answer = try await get(next)
            }
            page = answer.text
            return page.contains(words)
        }
        return page
    }

    /// What is at a path of it.
    func get(_ path: String) async throws -> LoopbackHTTP.Response {
        try await http.send("GET", path, headers: headers)
    }
}
