import TenonCore

extension Login {
    /// Gives a login without a title the host of its first site, if it has one.
    package mutating func fillTitle() {
        if title.isEmpty, let site = sites.first { title = SiteText.host(of: site).trimmed }
    }
}

extension Card {
    /// Gives a card without a title the name of its bank, or else its brand and last digits.
    package mutating func fillTitle() {
        guard title.isEmpty else { return }
        let number = CardNumber(number)
        title =
            issuer.isEmpty
            ? [number.brand?.name ?? "", number.lastFour].filter { !$0.isEmpty }
                .joined(separator: " ")
            : issuer.trimmed
    }
}

extension Note {
    /// How much of a text becomes a title, in characters.
    private static let titleLength = 60

    /// Gives a note without a title the start of its first line.
    package mutating func fillTitle() {
        guard title.isEmpty else { return }
        let line = notes.reveal().drop { $0.isWhitespace }.prefix { !$0.isNewline }
        title = String(line.prefix(Self.titleLength)).trimmed
    }
}
