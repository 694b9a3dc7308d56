import Foundation

/// What a demonstration server of PhotoFeed has in its folder once it has invented people and posts.
///
/// One server invents them for all tests of a process: to copy its files is quicker.
package enum FilledFeedServer {
    private static let files = Result { try invented() }

    /// Puts the files into the folder of a server, which is made.
    package static func fill(_ folder: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        for (name, content) in try files.get() {
            let path = "\(folder)/\(name)"
            try content.write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        }
    }

    private static func invented() throws -> [String: Data] {
        let place = try TemporaryFolder()
        let folder = "\(place.path)/data"
        let server = try RunningProgram(
            built: "photofeed-server", ["--listen", "127.0.0.1:0", "--folder", folder],
            environment: ["PATH": "/usr/bin:/bin", "HOME": place.path],
            errors: "\(place.path)/log")
        guard server.end() == 0 else {
            throw RunningProgram.DidNotStart(description: server.errors)
        }
        return try withExtendedLifetime(place) {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            return try Dictionary(
                uniqueKeysWithValues: names.map { name in
                    (name, try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
                })
        }
    }
}
