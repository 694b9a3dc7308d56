import Foundation

/// A disk in memory with little space, or one that cannot be written; needs the right to mount.
struct Disk {
    let place: Place

    /// How many free pages are tried.
    static let freePages = [0, 1, 2, 3, 5, 8, 12, 16, 24, 32, 48, 64]

    /// Mounts it, with the home of a sample on it.
    init(_ fault: Fault, _ pages: Int, _ sample: Place, _ folder: String) async throws {
        place = Place(folder: folder)
        try FileManager.default.createDirectory(
            atPath: place.root, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try await Self.mount("-t", "tmpfs", "-o", "size=64m,mode=700", "tmpfs", place.root)
        for (from, to) in [(sample.root, place.root), (sample.inputs, place.inputs)] {
            try? FileManager.default.createDirectory(atPath: to, withIntermediateDirectories: true)
            for name in try FileManager.default.contentsOfDirectory(atPath: from) {
                try FileManager.default.copyItem(atPath: "\(from)/\(name)", toPath: "\(to)/\(name)")
            }
        }
        if fault == .readOnly {
            try await Self.mount("-o", "remount,ro", place.root)
            return
        }
        var space = statvfs()
        statvfs(place.root, &space)
        // The kernel estimates the used size, and refuses a size that may be too small.
        for spare in [0, 1, 2, 4, 8, 16, 32, 64] {
            // None at all would mean any number.
            let size = max(1, Int(space.f_blocks - space.f_bfree) + pages + spare) * 4096
            let result = try await Self.run("mount", ["-o", "remount,size=\(size)", place.root])
            if result.status == 0 { return }
        }
    }

    /// Makes it writable, and large.
    func release() async throws {
        try await Self.mount("-o", "remount,rw,size=64m", place.root)
    }

    /// Takes it away.
    func remove() async throws { _ = try await Self.run("umount", [place.root]) }

    private static func mount(_ words: String...) async throws {
        let ending = try await run("mount", words)
        guard ending.status == 0 else {
            throw Problem(message: "mount does not work here: \(ending.words)")
        }
    }

    private static func run(_ program: String, _ words: [String]) async throws -> Child.Ending {
        let streams = NSTemporaryDirectory() + "/torture-mount-\(UUID().uuidString)"
        defer { for name in ["out", "err"] { unlink("\(streams).\(name)") } }
        return try await Child(
            "/bin/\(program)", words, environment: [:], in: "/", streams: streams
        ).ending()
    }
}
