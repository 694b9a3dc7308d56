/// Tags as KeePass files write them: in one text, with semicolons or commas between them.
enum KeePassTags {
    /// The tags of a text.
    static func read(_ text: String) -> [String] {
        text.split(whereSeparator: { $0 == ";" || $0 == "," })
            .map { $0.trimmingSpaces }.filter { !$0.isEmpty }
    }

    /// The text of some tags; each has spaces where it has what a text cannot hold.
    static func write(_ tags: [String]) -> String {
        tags.map { tag in
            String(
                String.UnicodeScalarView(
                    tag.unicodeScalars.map { scalar in
                        let isHeld = scalar.value >= 0x20 && scalar.value != 0x7F
                        return isHeld && scalar != ";" && scalar != "," ? scalar : " "
                    }))
        }.joined(separator: ";")
    }
}
