import Foundation
import Glibc
import TenonCore
import TenonUI
import Testing

@Suite struct OutputWriterTests {
    /// Everything that comes out of a pipe, read on a thread of its own.
    private func content(of pipe: Pipe) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let data = pipe.fileHandleForReading.readDataToEndOfFile()
                continuation.resume(returning: String(decoding: data, as: UTF8.self))
            }
        }
    }

    @Test("everything is written, however much, in its order")
    func complete() async throws {
        let pipe = Pipe()
        let writer = OutputWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        let long = String(repeating: "é", count: 200_000)
        async let content = content(of: pipe)
        #expect(await writer.send("first "))
        #expect(await writer.send(long))
        #expect(writer.write(" last"))
        #expect(writer.write(""))
        try pipe.fileHandleForWriting.close()
        #expect(await content == "first \(long) last")
        try writer.check()
    }

    @Test("a reader that has gone ends the writing, and is no error")
    func gone() async throws {
        let pipe = Pipe()
        let writer = OutputWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        try pipe.fileHandleForReading.close()
        #expect(await writer.send("lost") == false)
        #expect(writer.write("lost") == false)
        try writer.check()
    }

    @Test("a full disk is an error that says so")
    func full() async throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let writer = OutputWriter(descriptor: full.fileDescriptor)
        #expect(await writer.send("lost") == false)
        let error = #expect(throws: OutputError.self) { try writer.check() }
        #expect(error?.code.status == .inputOutput)
        #expect(error?.description.contains(String(cString: strerror(ENOSPC))) == true)
    }

    @Test("a reader that reads nothing keeps a writer that was stopped only a moment")
    func stopped() async throws {
        let pipe = Pipe()
        let writer = OutputWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        writer.stop()
        // More than a pipe holds.
        #expect(await writer.send(String(repeating: "x", count: 1 << 20)) == false)
        try writer.check()
        withExtendedLifetime(pipe) {}
    }
}
