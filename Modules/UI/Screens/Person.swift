import TenonCore

/// A person, or a thing that has a name and a face like one, such as a group.
public struct Person: Sendable, Codable, Equatable {
    /// What they are called.
    public var name: String
    /// By which others find them, such as `@ada@example.com`; may be empty.
    public var handle: String
    /// What they look like; a decoration of the name.
    public var image: Image?

    /// Makes a person.
    public init(_ name: String, handle: String = "", image: Image? = nil) {
        self.name = name
        self.handle = handle
        self.image = image
    }

    /// The name, and behind it the handle.
    package var text: String { spans(to: nil).text }

    /// The name, which leads to a location, and behind it the handle.
    func spans(to location: Location?) -> [TextSpan] {
        let name = TextSpan(name, link: location.map { .location($0) })
        return handle.isEmpty ? [name] : [name, TextSpan(" \(handle)")]
    }
}

extension Row {
    /// What stands below the title: whom the row is about, where the title does not say it, and more.
    package var details: String {
        let known = [title, subtitle]
        let person = [person?.name, person?.handle].compactMap(\.self)
            .filter { !$0.isEmpty && !known.contains($0) }.joined(separator: " ")
        return [person, subtitle].filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// What stands at the end: the value, and the moment in words.
    package var ending: String {
        [value, moment?.text ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// What it looks like: its own picture, or that of the person.
    package var picture: Image? { image ?? person?.image }

    /// What the letter before the title is of.
    package var avatarName: String { person?.name ?? title }
}
