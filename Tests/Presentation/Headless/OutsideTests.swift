import Foundation
import TenonCore
import TenonUI
import Testing

@testable import TenonHeadless  // Other modules see the front end only.

@Suite("What is said outside a session")
struct OutsideTests {
    @Test("is a line of JSON each, and every question is declined")
    func lines() async throws {
        let pipe = Pipe()
        let presenter = HeadlessPresenter(
            output: OutputWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor))
        presenter.notify(Notice("Saved.", tone: .positive))
        presenter.report(TaskProgress(id: "t", title: "Reading", completed: 1, total: 2))
        #expect(await presenter.present(Alert(title: "A", message: "B")) == nil)
        #expect(
            await !presenter.confirm(Confirmation(title: "C", message: "D", confirmTitle: "E")))
        #expect(await presenter.prompt(Prompt(title: "F")) == nil)
        try pipe.fileHandleForWriting.close()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let events = try text.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return (object as? [String: Any])?["event"] as? String
        }
        #expect(events == ["notice", "progress", "alert", "confirm", "prompt"])
        #expect(text.hasPrefix(#"{"event":"notice","notice":{"text":"Saved.","tone":"positive"}}"#))
    }
}
