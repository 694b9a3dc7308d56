import Foundation
import Testing

@Suite("Articles")
struct ArticleTests {
    /// What is compiled and run beside this file.
    private static let code: String = {
        let folder = Article.checkout.appending(path: "Tests/Documentation")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".swift") }.compactMap { name in
            try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
        }.joined()
    }()

    @Test("Every piece of code in an article is compiled and run", arguments: Article.all)
    func code(of article: Article) {
        for block in article.blocks {
            #expect(!block.isEmpty)
            // Functions of a suite are indented there, and not in the article.
            let indented = block.split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
            #expect(
                Self.code.contains("\(block)\n") || Self.code.contains("\(indented)\n"),
                "No file in Tests/Documentation has:\n\(block)")
        }
    }

    @Test(
        "The articles are there, with code",
        arguments: [
            "WriteAPlugin", "WriteAFeature", "WriteAFrontEnd", "TestAScene", "RouteToAScreen",
            "SpeakAnotherLanguage", "BrandYourProduct", "FollowWhatChanges", "KeepRows",
            "GoOnWithoutTheScene", "ActFromAnywhere", "RecordAndReplay", "ShowTextsTimesAndPeople",
        ])
    func articles(name: String) {
        let found = Article.all.filter { $0.name == name }
        #expect(found.count == 1)
        for article in found { #expect(article.blocks.count > 2, "\(article.path)") }
    }

    @Test("Every module of the SDK has a catalogue with a first page")
    func catalogues() throws {
        let manifest = try String(
            contentsOf: Article.checkout.appending(path: "Package.swift"), encoding: .utf8)
        let modules = manifest.matches(of: /module\(\s*"(Tenon\w+)",\s*"([\w\/]+)"/).map(\.output)
        #expect(modules.count > 10)
        for (_, name, folder) in modules {
            let page = Article(path: "Modules/\(folder)/\(name).docc/\(name).md")
            #expect(page.text.hasPrefix("# ``\(name)``\n"), "\(page.path)")
        }
    }
}
