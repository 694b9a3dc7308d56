import TenonCore

extension Item {
    /// How much of a text becomes a title, in characters.
    private static let titleLength = 60

    /// Gives an item without a title one that is made of its parts.
    ///
    /// That is the host of the first site of a login; the bank of a card, or else its brand and last
    /// digits; the start of the first line of a note; and what the table says of a record.
    package mutating func fillTitle() {
        guard head.title.isEmpty else { return }
        switch self {
        case .login(let login):
            head.title = login.sites.first.map { SiteText.host(of: $0).trimmed } ?? ""
        case .card(let card):
            let number = CardNumber(card.number)
            head.title =
                card.issuer.isEmpty
                ? [number.brand?.name ?? "", number.lastFour].filter { !$0.isEmpty }
                    .joined(separator: " ")
                : card.issuer.trimmed
        case .note(let note):
            let line = note.notes.reveal().drop { $0.isWhitespace }.prefix { !$0.isNewline }
            head.title = String(line.prefix(Self.titleLength)).trimmed
        case .record(let record):
            head.title = kind.titleParts.compactMap { record[$0]?.reveal().trimmed }
                .filter { !$0.isEmpty }.joined(separator: " ")
        }
    }
}
