/// The plural categories of CLDR 47 for whole numbers.
///
/// The category `many` for whole millions, which some Romance languages have beside `one` and
/// `other`, is left out: `other` stands for it.
enum PluralRule {
    /// All categories that there are.
    static let allCategories = ["zero", "one", "two", "few", "many", "other"]

    /// The categories that a language needs, sorted.
    static func categories(in language: String) -> [String] {
        // Every rule repeats after 100, except for numbers that it names one by one.
        Set((0...200).map { category(of: $0, in: language) }).sorted()
    }

    /// The category of a count; languages that are not named here follow the rule of English.
    static func category(of count: Int, in language: String) -> String {
        let number = Number(count)
        // The only region with a rule of its own.
        guard language != "pt-PT" else { return number.isOne ? "one" : "other" }
        switch language.prefix(while: { $0 != "-" }) {
        case "bo", "dz", "id", "ig", "ii", "ja", "jv", "ko", "lo", "ms", "my", "su", "th", "to",
            "vi", "wo", "yo", "yue", "zh":
            return "other"
        case "ak", "am", "as", "bho", "bn", "fa", "ff", "fr", "gu", "guw", "hi", "hy", "kab", "kn",
            "ln", "mg", "nso", "pa", "pcm", "pt", "si", "ti", "wa", "zu":
            return number.value <= 1 ? "one" : "other"
        case "is", "mk": return number.endsInOne ? "one" : "other"
        case "fil", "tl", "ceb": return [4, 6, 9].contains(number.tens) ? "other" : "one"
        case "he", "iw", "iu", "naq", "se", "smn", "sms":
            return number.isOne ? "one" : number.value == 2 ? "two" : "other"
        case "ru", "uk", "be":
            return number.endsInOne ? "one" : number.endsInFew ? "few" : "many"
        case "bs", "hr", "sh", "sr":
            return number.endsInOne ? "one" : number.endsInFew ? "few" : "other"
        case "cs", "sk":
            return number.isOne ? "one" : (2...4).contains(number.value) ? "few" : "other"
        case "pl": return number.isOne ? "one" : number.endsInFew ? "few" : "many"
        case let language: return number.category(in: language)
        }
    }

    /// A count, as the rules look at it.
    private struct Number {
        let value: UInt
        /// The last digit.
        let tens: UInt
        /// The last two digits.
        let hundreds: UInt

        init(_ count: Int) {
            value = count.magnitude
            tens = value % 10
            hundreds = value % 100
        }

        var isOne: Bool { value == 1 }
        /// 1, 21, 31 …, not 11.
        var endsInOne: Bool { tens == 1 && hundreds != 11 }
        /// 2 to 4, 22 to 24 …, not 12 to 14.
        var endsInFew: Bool { (2...4).contains(tens) && !(12...14).contains(hundreds) }

        /// The category in the languages whose rule hardly any other shares.
        func category(in language: Substring) -> String {
            switch language {
            case "ar", "ars": arabic
            case "br": breton
            case "cy": welsh
            case "dsb", "hsb", "sl": slovene
            case "ga": irish
            case "gd": gaelic
            case "gv": manx
            case "lt": lithuanian
            case "lv", "prg": latvian
            case "mo", "ro": romanian
            case "mt": maltese
            default: isOne ? "one" : "other"
            }
        }

        private var arabic: String {
            switch (value, hundreds) {
            case (0, _): "zero"
            case (1, _): "one"
            case (2, _): "two"
            case (_, 3...10): "few"
            case (_, 11...99): "many"
            default: "other"
            }
        }

        private var breton: String {
            let isTeen = [10, 70, 90].contains(hundreds - tens)
            switch tens {
            case 1 where !isTeen: return "one"
            case 2 where !isTeen: return "two"
            case 3 where !isTeen, 4 where !isTeen, 9 where !isTeen: return "few"
            default: return value != 0 && value % 1_000_000 == 0 ? "many" : "other"
            }
        }

        private var welsh: String {
            switch value {
            case 0: "zero"
            case 1: "one"
            case 2: "two"
            case 3: "few"
            case 6: "many"
            default: "other"
            }
        }

        private var slovene: String {
            switch hundreds {
            case 1: "one"
            case 2: "two"
            case 3, 4: "few"
            default: "other"
            }
        }

        private var irish: String {
            switch value {
            case 1: "one"
            case 2: "two"
            case 3...6: "few"
            case 7...10: "many"
            default: "other"
            }
        }

        private var gaelic: String {
            switch value {
            case 1, 11: "one"
            case 2, 12: "two"
            case 3...10, 13...19: "few"
            default: "other"
            }
        }

        private var manx: String {
            switch (tens, hundreds) {
            case (1, _): "one"
            case (2, _): "two"
            case (0, 0), (0, 20), (0, 40), (0, 60), (0, 80): "few"
            default: "other"
            }
        }

        private var lithuanian: String {
            switch (tens, hundreds) {
            case (_, 11...19), (0, _): "other"
            case (1, _): "one"
            default: "few"
            }
        }

        private var latvian: String {
            switch (tens, hundreds) {
            case (0, _), (_, 11...19): "zero"
            case (1, _): "one"
            default: "other"
            }
        }

        private var romanian: String {
            switch (value, hundreds) {
            case (1, _): "one"
            case (0, _), (_, 1...19): "few"
            default: "other"
            }
        }

        private var maltese: String {
            switch (value, hundreds) {
            case (1, _): "one"
            case (2, _): "two"
            case (0, _), (_, 3...10): "few"
            case (_, 11...19): "many"
            default: "other"
            }
        }
    }
}
