import Foundation
import Testing

@Suite("The texts of the window")
struct DesktopTextTests {
    @Test("are all there in both languages, with the same arguments")
    func complete() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Modules/Presentation/Desktop/Strings.json")
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        let texts = try #require(object as? [String: [String: Any]])
        #expect(!texts.isEmpty)
        for (key, languages) in texts {
            #expect(Set(languages.keys) == ["en", "pt-BR"], "\(key)")
            let arguments = languages.values.map { value in
                Set("\(value)".matches(of: /\{[a-z]+\}/).map { String($0.output) })
            }
            #expect(Set(arguments).count == 1, "\(key)")
        }
    }
}
