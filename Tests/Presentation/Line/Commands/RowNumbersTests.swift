import Testing

@testable import TenonLine  // Other modules see the front end only.

@Suite("Numbers of rows") struct RowNumbersTests {
    @Test("are numbers and ranges with commas between them")
    func reading() {
        #expect(RowNumbers("1-3,5")?.numbers == [1, 2, 3, 5])
        #expect(RowNumbers("7")?.numbers == [7])
        #expect(RowNumbers("2–4")?.numbers == [2, 3, 4])
        #expect(RowNumbers("7")?.isSeveral == false)
        #expect(RowNumbers("7-7")?.isSeveral == false)
        #expect(RowNumbers("1,2")?.isSeveral == true)
    }

    @Test(
        "are nothing else",
        arguments: [
            "", "0", "3-1", "1,,2", "a", "1-", "-1", "1-2-3", "1-999999",
            "1-99999999999999999999",
        ])
    func refusing(_ text: String) { #expect(RowNumbers(text) == nil) }
}
