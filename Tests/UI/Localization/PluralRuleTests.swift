import Testing

@testable import TenonUI  // Other modules see finished sentences only.

/// The samples of CLDR 47 for whole numbers (`plurals.xml`).
@Suite struct PluralRuleTests {
    @Test(
        "the categories of whole numbers are those of CLDR",
        arguments: [
            ("en", ["one": [1], "other": [0, 2, 11, 21, 100, 1000]]),
            ("pt-BR", ["one": [0, 1], "other": [2, 17, 100, 1000]]),
            ("pt-PT", ["one": [1], "other": [0, 2, 17, 100]]),
            ("fr-CA", ["one": [0, 1], "other": [2, 17, 100]]),
            ("ja", ["other": [0, 1, 15, 100]]),
            ("yue", ["other": [0, 1, 15, 100]]),
            ("is", ["one": [1, 21, 31, 101], "other": [0, 2, 11, 16, 100]]),
            ("fil", ["one": [0, 1, 3, 5, 7, 10], "other": [4, 6, 9, 14, 16, 24]]),
            ("he", ["one": [1], "two": [2], "other": [0, 3, 17, 100]]),
            (
                "ru",
                ["one": [1, 21, 101], "few": [2, 4, 22, 102], "many": [0, 5, 11, 14, 19, 100]]
            ),
            ("be", ["one": [1, 21], "few": [2, 24], "many": [0, 5, 12]]),
            ("sr-Latn", ["one": [1, 21], "few": [2, 24, 102], "other": [0, 5, 11, 12, 100]]),
            ("pl", ["one": [1], "few": [2, 4, 22], "many": [0, 5, 12, 21, 100]]),
            ("cs", ["one": [1], "few": [2, 4], "other": [0, 5, 22, 100]]),
            (
                "sl",
                ["one": [1, 101], "two": [2, 102], "few": [3, 4, 104], "other": [0, 5, 11]]
            ),
            ("lt", ["one": [1, 21, 101], "few": [2, 9, 22], "other": [0, 10, 11, 20, 111]]),
            ("lv", ["zero": [0, 10, 11, 20, 111], "one": [1, 21, 101], "other": [2, 9, 22]]),
            ("ro", ["one": [1], "few": [0, 2, 16, 101, 119], "other": [20, 35, 100, 120]]),
            (
                "ar",
                [
                    "zero": [0], "one": [1], "two": [2], "few": [3, 10, 103],
                    "many": [11, 26, 111], "other": [100, 102, 200],
                ]
            ),
            (
                "cy",
                [
                    "zero": [0], "one": [1], "two": [2], "few": [3], "many": [6],
                    "other": [4, 5, 7, 100],
                ]
            ),
            (
                "ga",
                ["one": [1], "two": [2], "few": [3, 6], "many": [7, 10], "other": [0, 11, 100]]
            ),
            (
                "gd",
                [
                    "one": [1, 11], "two": [2, 12], "few": [3, 10, 13, 19],
                    "other": [0, 20, 34, 101],
                ]
            ),
            (
                "gv",
                ["one": [1, 11, 21], "two": [2, 12], "few": [0, 20, 60, 100], "other": [3, 10]]
            ),
            (
                "mt",
                [
                    "one": [1], "two": [2], "few": [0, 3, 10, 103], "many": [11, 19, 117],
                    "other": [20, 35, 100],
                ]
            ),
            (
                "br",
                [
                    "one": [1, 21, 81, 101], "two": [2, 22, 82], "few": [3, 4, 9, 23, 29],
                    "many": [1_000_000], "other": [0, 5, 11, 12, 13, 19, 71, 72, 93, 100],
                ]
            ),
        ])
    func categories(_ language: String, _ samples: [String: [Int]]) {
        for (category, counts) in samples {
            for count in counts {
                #expect(PluralRule.category(of: count, in: language) == category, "\(count)")
            }
        }
    }

    @Test(
        "the forms that a language needs are those of all its counts",
        arguments: [
            ("en", ["one", "other"]), ("de-AT", ["one", "other"]), ("ja", ["other"]),
            ("pl", ["few", "many", "one"]), ("lv", ["one", "other", "zero"]),
            ("ar", ["few", "many", "one", "other", "two", "zero"]),
        ])
    func needed(_ language: String, _ categories: [String]) {
        #expect(PluralRule.categories(in: language) == categories)
    }

    @Test("what is below zero is counted as what is above")
    func negative() {
        #expect(PluralRule.category(of: -1, in: "en") == "one")
        #expect(PluralRule.category(of: .min, in: "ru") == "many")
    }
}
