import TenonCore
import TenonWeb
import Testing

@Suite("A form in the address encoding")
struct URLEncodedFormTests {
    @Test("gives its entries in order, decoded")
    func decoding() throws {
        let form = try URLEncodedForm.parse(Array("a=1+2&b=%C3%BC%26&a=&c&=d".utf8))
        #expect(form.texts("a") == ["1 2", ""])
        #expect(form.text("b") == "ü&")
        #expect(form.text("c") == "")
        #expect(form.text("") == "d")
        #expect(form.text("z") == nil)
    }

    @Test("is refused when it is malformed", arguments: ["a=%", "a=%4", "a=%zz", "a=%ff", "%=a"])
    func malformed(_ text: String) {
        #expect(throws: FormProblem.self) { try URLEncodedForm.parse(Array(text.utf8)) }
    }

    @Test("is refused when it has too many entries")
    func tooMany() {
        let text = String(repeating: "a=&", count: 2001)
        #expect(throws: FormProblem.self) { try URLEncodedForm.parse(Array(text.utf8)) }
    }

    @Test("does not show its values when it is printed")
    func printing() throws {
        let form = try URLEncodedForm.parse(Array("password=hunter2".utf8))
        #expect(!"\(form)".contains("hunter2"))
    }
}
