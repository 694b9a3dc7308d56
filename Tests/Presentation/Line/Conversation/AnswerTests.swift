import Foundation
import TenonCore
import TenonUI
import Testing

@testable import TenonLine  // Other modules see the front end only.

@Suite("What is answered")
struct AnswerTests {
    private let english = Localizer(language: "en")
    private let portuguese = Localizer(language: "pt-BR")

    private static let options = ["Red", "Green", "Blue"].map {
        Field.Option(id: $0.lowercased(), title: $0)
    }

    private func value(_ line: String, _ kind: Field.Kind, _ localizer: Localizer) -> FieldValue? {
        let field = Field(id: "f", label: "F", kind: kind)
        guard case .value(let value) = FieldAnswer(SecretText(line), for: field, localizer) else {
            return nil
        }
        return value
    }

    @Test("is the value of a field, or is refused")
    func fields() {
        #expect(value(" a b ", .text("", isMultiline: false), english) == .text(" a b "))
        #expect(value("\\-", .text("", isMultiline: false), english) == .text("-"))
        #expect(value("a\u{1B}[A", .text("", isMultiline: false), english) == nil)
        #expect(
            value("\\pass\u{1}", .secret(isSet: false), english)
                == .secret(SecretText("\\pass\u{1}")))
        #expect(value("-12.50", .number("", currency: nil), english) == .text("-12.50"))
        #expect(value("1.234,5", .number("", currency: nil), portuguese) == .text("1234.5"))
        #expect(value("12.50", .number("", currency: nil), portuguese) == .text("12.50"))
        #expect(value("1,5", .number("", currency: nil), english) == nil)
        #expect(value("17", .number("", range: 1...17), english) == .text("17"))
        #expect(value("٠٥", .number("", range: 1...17), english) == .text("5"))
        for text in ["0", "18", "2.5", "many"] {
            #expect(value(text, .number("", range: 1...17), english) == nil)
        }
        #expect(value("2024-02-29", .date(""), english) == .text("2024-02-29"))
        #expect(value("2023-02-29", .date(""), english) == nil)
        #expect(value("tomorrow", .date(""), english) == nil)
        for text in [
            "2028-04", "2028-4", "2028/04", "04/28", "4/2028", "04.2028", "0428", "042028", "04 28",
            "٠٤/٢٨",
        ] {
            #expect(value(text, .month(""), english) == .text("2028-04"))
        }
        for text in ["13/28", "2028-00", "4/028", "428", "1328", "April"] {
            #expect(value(text, .month(""), english) == nil)
        }
        #expect(value("sim", .toggle(false), portuguese) == .toggle(true))
        #expect(value("yes", .toggle(false), portuguese) == .toggle(true))
        #expect(value("off", .toggle(true), english) == .toggle(false))
        #expect(value("maybe", .toggle(false), english) == nil)
        #expect(value("2", .choice("", options: Self.options), english) == .text("green"))
        #expect(value("blue", .choice("", options: Self.options), english) == .text("blue"))
        #expect(value("4", .choice("", options: Self.options), english) == nil)
        #expect(
            value("3, 1", .choices([], options: Self.options), english)
                == .choices(["red", "blue"]))
        #expect(value("1 9", .choices([], options: Self.options), english) == nil)
    }

    @Test("is a file that is there, however its path is written")
    func files() throws {
        let folder = URL.temporaryDirectory.appending(path: "line-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "my file.csv")
        try Data("x".utf8).write(to: file)
        let expected = FieldValue.file(FileValue(name: "my file.csv", content: .path(file.path)))
        let kind = Field.Kind.file(name: "", accepts: [])
        for line in [file.path, "'\(file.path)'", "\"\(file.path)\" "] {
            #expect(value(line, kind, english) == expected)
        }
        // The folder of pass is such a file.
        #expect(
            value("\(folder.path)/", kind, english)
                == .file(
                    FileValue(name: folder.lastPathComponent, content: .path(folder.path))))
        #expect(value("", kind, english) == nil)
        #expect(value(file.path + "x", kind, english) == nil)
    }

    private func reply(_ line: String, _ kind: Question.Kind, _ localizer: Localizer) -> Answer? {
        let sheet = QuestionSheet(kind: kind, localizer: localizer)
        guard case .answer(let answer) = sheet.reply(to: SecretText(line)) else { return nil }
        return answer
    }

    @Test("is yes only when it says so, by the severity of the question")
    func confirmations() {
        func kind(_ severity: Severity) -> Question.Kind {
            .confirm(
                Confirmation(title: "T", message: "M", confirmTitle: "Delete", severity: severity))
        }
        for (line, mild, moderate) in [
            ("", Answer.confirm, Answer.cancel), ("y", .confirm, .confirm), ("N", .cancel, .cancel),
            (".", .cancel, .cancel), ("delete", .confirm, .confirm),
        ] {
            #expect(reply(line, kind(.mild), english) == mild)
            #expect(reply(line, kind(.moderate), english) == moderate)
        }
        #expect(reply("s", kind(.moderate), portuguese) == .confirm)
        #expect(reply("s", kind(.moderate), english) == nil)
        let severe = kind(.severe(name: "Old Town"))
        #expect(reply("y", severe, english) == nil)
        #expect(reply("", severe, english) == .cancel)
        #expect(reply("old town", severe, english) == nil)
        #expect(reply(" Old Town", severe, english) == .text(SecretText("Old Town")))
    }

    @Test("is another way to go on by its number or its words, and never by yes or no")
    func alternatives() {
        var confirmation = Confirmation(
            title: "T", message: "M", confirmTitle: "Discard", cancelTitle: "Stay")
        confirmation.alternative = Alert.Choice(id: "save", title: "Save")
        let kind = Question.Kind.confirm(confirmation)
        for (line, answer) in [
            ("1", Answer.choice("save")), ("save", .choice("save")), ("SAVE ", .choice("save")),
            ("", .cancel), ("stay", .cancel), ("n", .cancel), ("y", .confirm),
            ("discard", .confirm),
        ] {
            #expect(reply(line, kind, english) == answer, "\(line)")
        }
        #expect(reply("2", kind, english) == nil)
        confirmation.alternative = nil
        #expect(reply("1", .confirm(confirmation), english) == nil)
    }

    @Test("can be to stay, to discard or to save, in this order, before what was typed is lost")
    func leaving() {
        let kind = Question.Kind.discarding(english, saving: Action(id: "save", title: "Save"))
        let layout = LineLayout(width: 80, style: TextStyle(isOn: false))
        let lines = QuestionSheet(kind: kind, localizer: english).lines(layout)
        #expect(lines.last == "[Return] Stay   [y] Discard   [1] Save")
    }

    @Test("chooses by number or by words, and gives text as it is")
    func alertsAndPrompts() {
        let choices = [
            Alert.Choice(id: "a", title: "Again"), Alert.Choice(id: "b", title: "Other"),
        ]
        let alert = Question.Kind.alert(Alert(title: "T", message: "M", choices: choices))
        #expect(reply("2", alert, english) == .choice("b"))
        #expect(reply("again", alert, english) == .choice("a"))
        #expect(reply("3", alert, english) == nil)
        #expect(reply("", alert, english) == .cancel)
        #expect(reply("x", .alert(Alert(title: "T", message: "M")), english) == .cancel)
        let prompt = Question.Kind.prompt(Prompt(title: "T", isSecret: true))
        #expect(reply(" a ", prompt, english) == .text(SecretText(" a ")))
        #expect(reply("\\.", prompt, english) == .text(SecretText(".")))
        #expect(reply("", prompt, english) == .cancel)
        #expect(reply(".", prompt, english) == .cancel)
    }

    @Test("every text is there in every language")
    func texts() {
        #expect(LineText.catalogue.keys == LineText.allCases.map(\.rawValue).sorted())
        for key in LineText.allCases {
            for language in LineText.catalogue.languages {
                #expect(LineText.catalogue.contains(key.rawValue, in: language), "\(key)")
            }
        }
    }
}
