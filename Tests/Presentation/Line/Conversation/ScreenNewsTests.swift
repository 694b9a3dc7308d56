import TenonCore
import TenonUI
import Testing

@testable import TenonLine  // Other modules see the front end only.

@Suite("What is worth printing")
struct ScreenNewsTests {
    private func screen(_ words: String, at seconds: Int64 = 1_000) -> Screen {
        var moment = Moment(Timestamp(seconds: seconds))
        moment.text = words
        var row = Row(id: "r", title: "R")
        row.moment = moment
        let fact = Fact(id: "m", label: "M", value: .moment(moment))
        return Screen(
            location: Location(["a"]), title: "T",
            blocks: [
                .facts(FactsBlock(id: "f", facts: [fact])),
                .list(ListBlock(id: "l", rows: [row])),
            ])
    }

    @Test("a moment that is spoken of in other words by now is no news, another moment is")
    func moments() {
        let before = screen("now")
        #expect(ScreenNews.isNone(before, screen("1 minute ago"), ignoringCodes: false))
        #expect(!ScreenNews.isNone(before, screen("now", at: 2_000), ignoringCodes: false))
    }
}
