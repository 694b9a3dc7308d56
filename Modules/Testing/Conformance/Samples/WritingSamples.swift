import TenonCore
import TenonUI

/// Texts that are hard to show: long, wide, combined, from right to left, and hostile ones.
enum WritingSamples {
    static let all = [
        sample("long", long), sample("wide", wide), sample("combining", combining),
        sample("rightToLeft", rightToLeft),
    ]

    /// Texts that a careless front end takes for commands to a terminal or for markup.
    static let hostile = sample("hostile", markup + controls)

    /// Must be seen exactly like this.
    static let markup = [
        "<b id=\"owned\">bold</b>", "</textarea><script>owned()</script>", "&lt;tag&gt; &amp; co",
        "'single' \"double\" `back`", "{{name}} ${name} %s %@ \\(name) \\n",
    ]

    /// Must never be put out like this, and the letters in them must be seen.
    static let controls = [
        "title\u{1B}]0;owned\u{07}end", "up\u{1B}[2Aend", "bell\u{08}\u{9B}31mend",
    ]

    private static let long = [
        (1...400).map { "word\($0)" }.joined(separator: " "),
        String(repeating: "unbroken", count: 60) + ".",
        "A label that is so much longer than any label should ever be that it must be broken",
    ]

    private static let wide = [
        "日本語の長い文章は単語の間に空白がないので、どこで改行してもよいことになっています。確かめましょう。",
        "한국어 문장은 낱말 사이에 빈칸이 있습니다", "全角ＡＢＣ１２３",
    ]

    private static let combining = [
        "e\u{301}a\u{308}o\u{302}\u{323} Zalgo H\u{36B}\u{353}\u{33B}e\u{489}\u{31B}",
        "👩‍👩‍👧‍👦 🇧🇷 👍🏽 ❤️ ☎︎", "नमस्ते दुनिया กรุงเทพมหานคร",
    ]

    private static let rightToLeft = [
        "שלום עולם, זה טקסט בעברית עם 123 מספרים", "مرحبا بالعالم، هذا نص عربي",
        "mixed עברית and العربية with English",
    ]

    /// Puts texts into every place where a text can be.
    private static func sample(_ name: String, _ texts: [String]) -> Sample {
        let last = texts[texts.count - 1]
        return Sample(
            name,
            screen: .sample(
                name, last, summary: last,
                blocks: texts.map { .text(TextBlock($0)) } + [
                    .facts(
                        FactsBlock(
                            id: "facts", title: "1. \(last)",
                            facts: texts.enumerated().map { index, text in
                                Fact(id: "\(index)", label: text, value: .text(text))
                            })),
                    .list(
                        ListBlock(
                            id: "list", title: "2. \(last)",
                            rows: texts.enumerated().map { index, text in
                                Row(
                                    id: "\(index)", title: text, subtitle: text, value: last,
                                    badge: Badge(last))
                            })),
                    .table(
                        TableBlock(
                            id: "table", caption: last,
                            columns: texts.map { TableBlock.Column($0) }, rows: [texts])),
                    .form(
                        FormBlock(
                            id: "form", title: "3. \(last)",
                            fields: [
                                Field(
                                    id: "field", label: last, help: last,
                                    kind: .text(last, isMultiline: false), problem: last)
                            ], actions: [Action(id: "save", title: last)])),
                ]))
    }
}
