import TenonCore
import TenonTesting
import TenonUI
import Testing

@Suite("Files that a person chooses")
struct FileValueTests {
    @Test(
        "are read wherever they are, up to a limit",
        arguments: [
            FileValue(name: "a.csv", content: .path("/home/ada/a.csv")),
            FileValue(name: "a.csv", content: .bytes(SecretText("a,b"))),
        ])
    func contents(file: FileValue) async throws {
        let files = MemoryFiles()
        files["/home/ada/a.csv"] = SecretText("a,b")
        #expect(try await file.contents(readBy: files, limit: 3).reveal() == "a,b")
        let error = await #expect(throws: FileError.self) {
            try await file.contents(readBy: files, limit: 2)
        }
        #expect(error.map { "\($0.message)".hasSuffix("a.csv has more than 2 bytes.") } == true)
    }

    @Test("that are not there are explained by path and reason")
    func missing() async {
        let file = FileValue(name: "a.csv", content: .path("/home/ada/a.csv"))
        let error = await #expect(throws: FileError.self) {
            try await file.contents(readBy: MemoryFiles(), limit: 2)
        }
        #expect(
            error?.message.description
                == "/home/ada/a.csv cannot be read: No such file or directory.")
    }

    @Test("that were not named at all are asked for")
    func unnamed() async {
        let file = FileValue(name: "", content: .path(""))
        let error = await #expect(throws: FileError.self) {
            try await file.contents(readBy: MemoryFiles(), limit: 2)
        }
        #expect(error?.message.description == "No file was chosen.")
    }
}
