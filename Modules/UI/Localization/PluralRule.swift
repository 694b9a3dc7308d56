/// The plural categories of CLDR for whole numbers.
enum PluralRule {
    /// The categories that a language needs, sorted.
    static func categories(in language: String) -> [String] {
        switch language.prefix(2) {
        case "ja", "ko", "zh", "th", "vi", "id": ["other"]
        case "ru", "uk", "pl": ["few", "many", "one"]
        case "cs", "sk": ["few", "one", "other"]
        default: ["one", "other"]
        }
    }

    /// The category of a count; languages that are not named here follow the rule of English.
    static func category(of count: Int, in language: String) -> String {
        let (tens, hundreds) = (abs(count) % 10, abs(count) % 100)
        switch language.prefix(2) {
        case "pt", "fr":
            return abs(count) <= 1 ? "one" : "other"
        case "ja", "ko", "zh", "th", "vi", "id":
            return "other"
        case "ru", "uk":
            if tens == 1, hundreds != 11 { return "one" }
            return (2...4).contains(tens) && !(12...14).contains(hundreds) ? "few" : "many"
        case "pl":
            if count == 1 { return "one" }
            return (2...4).contains(tens) && !(12...14).contains(hundreds) ? "few" : "many"
        case "cs", "sk":
            return count == 1 ? "one" : (2...4).contains(count) ? "few" : "other"
        default:
            return count == 1 ? "one" : "other"
        }
    }
}
