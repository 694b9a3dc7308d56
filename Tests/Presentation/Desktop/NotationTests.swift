import TenonCore
import Testing

@testable import TenonDesktop  // Other modules see the front end only.

@Suite("What is written differently elsewhere")
struct NotationTests {
    @Test(
        "numbers are typed as one writes them, and kept as in English",
        arguments: [
            ("en", "-12.50", "-12.50"), ("pt-BR", "1.234,50", "1234.50"), ("pt-BR", "12.5", "12.5"),
            ("de", "12,5", "12.5"), ("ar-EG", "١٬٢٣٤٫٥٠", "1234.50"), ("ar", "-٤٢", "-42"),
            ("de", "12,", "12,"), ("en", "abc", "abc"),
        ])
    func numbers(language: String, typed: String, kept: String) {
        #expect(NumberNotation(language: language).plain(typed) == kept)
    }

    @Test("numbers are shown as one writes them")
    func shown() {
        #expect(NumberNotation(language: "pt-BR").local("12.50") == "12,50")
        #expect(NumberNotation(language: "en").local("12.50") == "12.50")
    }

    @Test("an application has a name that desktops take")
    func identity() {
        let names = ["Wallet", "My App 2", "é"].map {
            DesktopIdentity(
                ApplicationInfo(name: $0, executable: "x", version: "1", scheme: "x")
            ).name
        }
        #expect(names == ["org.tenon.Wallet", "org.tenon.MyApp2", "org.tenon.Application"])
    }
}
