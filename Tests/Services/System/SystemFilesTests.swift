import Foundation
import TenonCore
import TenonSystem
import TestSupport
import Testing

/// ``SystemFiles``, and what it is for: the files that people choose.
@Suite("Files of the machine")
struct SystemFilesTests {
    private let folder: TemporaryFolder
    private let files = SystemFiles()

    init() throws { folder = try TemporaryFolder() }

    private func write(_ bytes: Data, to name: String) throws -> String {
        let path = "\(folder.path)/\(name)"
        try bytes.write(to: URL(filePath: path))
        return path
    }

    @Test("are read whole, byte by byte what is there", arguments: [0, 1, 70_000, 3 << 20])
    func whole(count: Int) async throws {
        let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        let path = try write(bytes, to: "file")
        let text = try await files.contents(of: path, limit: count)
        #expect(text.withBytes { $0.elementsEqual(bytes) })
    }

    @Test("of more bytes than the limit are refused, with their path")
    func tooLarge() async throws {
        let path = try write(Data(count: 11), to: "large")
        let error = await #expect(throws: FileError.self) {
            try await files.contents(of: path, limit: 10)
        }
        #expect(error?.message.description == "\(path) has more than 10 bytes.")
    }

    @Test("that are none are refused at once, with the reason")
    func none() async throws {
        let pipe = "\(folder.path)/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        for path in [folder.path, pipe, "/dev/zero"] {
            let error = await #expect(throws: FileError.self) {
                try await files.contents(of: path, limit: 10)
            }
            #expect(
                error?.message.description
                    == "\(path) is a folder, a device, a socket or a pipe with a name.")
        }
        let missing = "\(folder.path)/missing"
        let error = await #expect(throws: FileError.self) {
            try await files.contents(of: missing, limit: 10)
        }
        #expect(
            error?.message.description
                == "\(missing) cannot be read: No such file or directory.")
    }

    @Test("come through the pipes of a shell, and no more of them than the limit")
    func pipe() async throws {
        for (limit, isRead) in [(5, true), (4, false)] {
            let pipe = Pipe()
            try pipe.fileHandleForWriting.write(contentsOf: Data("12345".utf8))
            try pipe.fileHandleForWriting.close()
            let path = "/proc/self/fd/\(pipe.fileHandleForReading.fileDescriptor)"
            let text = try? await files.contents(of: path, limit: limit)
            #expect((text?.reveal() == "12345") == isRead)
        }
    }
}
