import TenonCore
import TenonUI
import Testing

@testable import TenonLine  // Other modules see the front end only.

@Suite("An image in lines")
struct LineImageTests {
    private func text(_ source: ImageSource, _ alternative: String) -> String {
        let image = Image(source, alternative: alternative)
        return LineRenderer(
            localizer: Localizer(language: "en"), width: 60, style: TextStyle(isOn: false),
            pages: ListPages(size: 20), codes: nil
        ).text(
            of: Screen(
                location: Location(["a"]), title: "T",
                blocks: [.image(ImageBlock(id: "i", image: image))]),
            returns: .repeats, canGoBack: true)
    }

    @Test("says what is to be seen on it, and where it is")
    func words() {
        #expect(
            text(.address("https://a.example/b"), "A bee").contains(
                "▣ A bee\n  <https://a.example/b>\n"))
        #expect(text(.id("b"), "").contains("▣ An image without a description\n"))
    }
}
