import Foundation
import TestSupport
import Testing

@testable import TenonImages  // The cache is nobody else's.

@Suite("Images on the disk")
struct ImageCacheTests {
    private func files(_ folder: TemporaryFolder) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: URL(filePath: "\(folder.path)/images"), includingPropertiesForKeys: nil)
    }

    @Test("what was kept is there on the next start, for this person only")
    func keeps() async throws {
        let folder = try TemporaryFolder()
        let cache = ImageCache(folder: "\(folder.path)/images")
        #expect(await cache.bytes(of: "https://a.example/1") == nil)
        await cache.keep([1, 2, 3], of: "https://a.example/1")
        let next = ImageCache(folder: "\(folder.path)/images")
        #expect(await next.bytes(of: "https://a.example/1") == [1, 2, 3])
        #expect(await next.bytes(of: "https://a.example/2") == nil)
        let file = try #require(try files(folder).first)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test("what was used least recently goes, and never more is kept than the limit")
    func limit() async throws {
        let folder = try TemporaryFolder()
        let cache = ImageCache(folder: "\(folder.path)/images", limit: 4_000)
        for number in 1...6 {
            await cache.keep(Array(repeating: 7, count: 900), of: "https://a.example/\(number)")
            _ = await cache.bytes(of: "https://a.example/1")
        }
        #expect(await cache.bytes(of: "https://a.example/1") != nil)
        #expect(await cache.bytes(of: "https://a.example/2") == nil)
        #expect(await cache.bytes(of: "https://a.example/6") != nil)
        let size = try files(folder).reduce(0) { $0 + (try Data(contentsOf: $1).count) }
        #expect(size <= 4_000)
    }
}
