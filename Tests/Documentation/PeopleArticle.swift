import TenonCore
import TenonUI

/// What a guest wrote about a tea.
struct GuestBookEntry {
    let name: String
    let text: String
    let time: Timestamp
}

extension GuestBookEntry {
    /// The text as spans: a word that begins with `#` leads to the teas.
    var spans: [TextSpan] {
        let words = text.split(separator: " ").map { word in
            word.hasPrefix("#")
                ? TextSpan(String(word), link: .location(TeaRoute.list.location()))
                : TextSpan(String(word))
        }
        return Array(words.map { [$0] }.joined(separator: [TextSpan(" ")]))
    }

    /// The entry by itself.
    var blocks: [Block] {
        [
            .richText(RichTextBlock(id: "text", paragraphs: [spans])),
            .facts(
                FactsBlock(
                    id: "about",
                    facts: [
                        Fact(
                            id: "guest", label: "Guest",
                            value: .person(Person(name), location: nil)),
                        Fact(id: "time", label: "Written", value: .moment(Moment(time))),
                    ])),
        ]
    }

    /// The entry among others.
    var row: Row {
        var row = Row(id: "\(time.milliseconds)", title: text)
        row.person = Person(name)
        row.moment = Moment(time)
        return row
    }
}

/// The pictures of teas, which the tea house has itself.
struct TeaPictures: ImageGiving {
    let files: [String: [UInt8]]

    func image(id: String) async throws -> [UInt8]? { files[id] }

    /// A picture by itself.
    static func block(_ tea: String) -> Block {
        .image(
            ImageBlock(
                id: "picture",
                image: Image(
                    .id(tea), alternative: "A cup of \(tea) tea",
                    size: PictureSize(width: 640, height: 480))))
    }
}
