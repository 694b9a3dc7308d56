/// Finds what is said in the language that is nearest to the one that is asked for.
enum NearestLanguage {
    /// The first text: `de-AT` takes that of `de-AT`, else of `de`, else of any other `de-…`, else of
    /// English.
    ///
    /// - Parameters:
    ///   - language: The language that is asked for.
    ///   - others: Languages that may have the text, asked for only when the first ones have none.
    ///   - text: The text in exactly one language.
    /// - Returns: The text, and its own language, whose plural rule it follows.
    static func first<Text>(
        for language: String, among others: @autoclosure () -> [String],
        _ text: (String) -> Text?
    ) -> (text: Text, language: String)? {
        var tag = Substring(language)
        var base = tag
        while !tag.isEmpty {
            if let found = text(String(tag)) { return (found, String(tag)) }
            base = tag
            tag = tag[..<(tag.lastIndex(of: "-") ?? tag.startIndex)]
        }
        let related = others().filter { $0.hasPrefix("\(base)-") }.sorted()
        for tag in related + ["en"] {
            if let found = text(tag) { return (found, tag) }
        }
        return nil
    }
}
