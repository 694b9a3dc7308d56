import BenchmarkReport
import FeedAPI
import FeedStore
import FeedTestSupport
import Foundation
import TenonCore
import TenonNetworking
import TenonSQLite
import TenonTesting

/// The home folder of a person who has read all of a feed, and whose server is gone.
struct SampleHome {
    /// What it took to read the feed.
    struct Reading {
        /// How many requests the server got.
        let requests: Int
        let time: Time
    }

    let folder: String
    let feed: SampleFeed
    let reading: Reading

    /// The environment of programs.
    static func environment(of folder: String) -> [String: String] {
        ["HOME": folder, "XDG_RUNTIME_DIR": folder, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
    }

    /// Reads all of a feed from a server on loopback, as PhotoFeed does; then the server ends.
    static func make(_ feed: SampleFeed) async throws -> SampleHome {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "feed-benchmark-\(UUID().uuidString)").path
        let data = "\(folder)/.local/share/photofeed"
        for place in [folder, "\(data)/tokens"] {
            try FileManager.default.createDirectory(
                atPath: place, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        let server = try RawServer { _, request in feed.answer(request) }
        let reading = try await RealNetwork.run { networker in
            let library = FeedLibrary(
                SQLiteDatabases(), path: "\(data)/photofeed.db", networker: networker,
                clock: RunningClock())
            let own = try await FeedClient(server.address(), networker).ownAccount()
            let record = try await library.add(
                AccountRecord(own, on: WebAddress(server.address()), family: .mastodon))
            // An application, what proves that it is, and the token, as they are kept in a file.
            _ = FileManager.default.createFile(
                atPath: "\(data)/tokens/\(record.number)",
                contents: Data("client\nsecret\ntoken\n".utf8),
                attributes: [.posixPermissions: 0o600])
            let account = library.open(record, tokens: FixedToken(SecretText("token")))
            let before = server.requests.count
            let time = try await Time.of {
                try await account.refresh(.home)
                while try await account.slice(of: .home, window: 0..<1)?.hasOlder == true {
                    try await account.extend(.home)
                }
            }
            let total = try await account.slice(of: .home, window: 0..<1)?.total
            guard total == feed.count else { fatalError("\(total ?? 0) posts are kept") }
            await library.stop()
            return Reading(requests: server.requests.count - before, time: time)
        }
        return SampleHome(folder: folder, feed: feed, reading: reading)
    }

    /// One request a page, and how long a page takes from the server until it is kept.
    var figures: [Figure] {
        let page = reading.time.divided(by: feed.pageCount)
        return [
            Figure(
                name: "requests for all pages", items: feed.pageCount,
                milliseconds: Double(reading.requests), bar: "one a page",
                isMet: reading.requests == feed.pageCount),
            Figure(
                name: "page of \(SampleFeed.pageLength) posts, from a server and kept",
                items: feed.pageCount, milliseconds: page.wall,
                processorMilliseconds: page.processor),
        ]
    }

    /// Removes the folder.
    func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
