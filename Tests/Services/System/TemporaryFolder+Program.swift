import Foundation
import TestSupport

extension TemporaryFolder {
    /// Writes a program of the shell into the folder.
    func addProgram(_ name: String, _ script: String) throws {
        // Written by another process: a file that this one has open for writing may be inherited by
        // whatever another test starts at that moment, and could then not be executed.
        let writer = Process()
        let input = Pipe()
        writer.executableURL = URL(filePath: "/bin/sh")
        writer.arguments = ["-c", "cat > \"$0\" && chmod 755 \"$0\"", "\(path)/\(name)"]
        writer.standardInput = input
        try writer.run()
        try input.fileHandleForWriting.write(contentsOf: Data("#!/bin/sh\n\(script)\n".utf8))
        try input.fileHandleForWriting.close()
        writer.waitUntilExit()
    }
}
