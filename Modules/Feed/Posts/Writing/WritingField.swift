import FeedAPI
import FeedStore
import TenonUI

/// A field of the screen in which one writes; those of pictures have the number of theirs.
struct WritingField: RawRepresentable, Hashable, Sendable {
    enum Name: String { case text, warning, visibility, picture, description, part, sensitive }

    static let text = WritingField(.text)
    static let warning = WritingField(.warning)
    static let visibility = WritingField(.visibility)
    static let sensitive = WritingField(.sensitive)

    let name: Name
    let number: Int64

    init(_ name: Name, _ number: Int64 = 0) {
        self.name = name
        self.number = number
    }

    init?(rawValue: String) {
        let parts = rawValue.split(separator: "-", maxSplits: 1).map(String.init)
        guard let name = parts.first.flatMap(Name.init),
            let number = parts.count > 1 ? Int64(parts[1]) : 0
        else { return nil }
        self.init(name, number)
    }

    var rawValue: String { number == 0 ? name.rawValue : "\(name.rawValue)-\(number)" }
}

extension Writing {
    /// The field for a further picture: another one after each, so that it is empty again.
    var nextPicture: WritingField { WritingField(.picture, pictures.last?.number ?? 0) }

    /// The same with what was typed.
    func typing(_ fields: [WritingField: FieldValue]) -> Writing {
        var writing = self
        if let text = fields.text(.text) { writing.text = text }
        if let warning = fields.text(.warning) { writing.warning = warning }
        if let word = fields.text(.visibility),
            let visibility = WritingPresenter.visibilities.first(where: { $0.word == word })
        {
            writing.visibility = visibility
        }
        if let isSensitive = fields.isOn(.sensitive) { writing.isSensitive = isSensitive }
        for (place, picture) in pictures.enumerated() {
            if let words = fields.text(WritingField(.description, picture.number)) {
                writing.pictures[place].description = words
            }
            let part = fields.text(WritingField(.part, picture.number)).flatMap(VisiblePart.init)
            if let part { writing.pictures[place].part = part }
        }
        return writing
    }
}
