import Foundation
import TenonCore
import TestSupport
import Testing

@Suite("Files that people name")
struct InputFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func refusal(_ path: String, limit: Int = 100) -> InputFile.Refusal? {
        do {
            close(try InputFile.open(path, limit: limit))
            return nil
        } catch {
            return error
        }
    }

    @Test("Pipes with a name, devices, folders and sockets are refused without waiting")
    func kinds() throws {
        let pipe = folder.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        for path in [pipe, "/dev/zero", folder.path] { #expect(refusal(path) == .notAFile) }
        #expect(refusal(folder.path + "/nothing") == .system(ENOENT))
    }

    @Test("A file is opened up to its limit, and reading it blocks as usual")
    func sizes() throws {
        let path = folder.path + "/file"
        try Data(repeating: 7, count: 100).write(to: URL(filePath: path))
        #expect(refusal(path) == nil)
        #expect(refusal(path, limit: 99) == .tooLarge(limit: 99))
    }

    @Test("A pipe without a name, as of a shell, is opened and can be waited for")
    func pipe() throws {
        let pipe = Pipe()
        let path = "/proc/self/fd/\(pipe.fileHandleForReading.fileDescriptor)"
        let descriptor = try InputFile.open(path, limit: 0)
        defer { close(descriptor) }
        #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK == 0)
        try pipe.fileHandleForWriting.write(contentsOf: Data("x".utf8))
        var byte: UInt8 = 0
        #expect(read(descriptor, &byte, 1) == 1)
        #expect(byte == UInt8(ascii: "x"))
    }
}
