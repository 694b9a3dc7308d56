package import TenonCore

extension Screen {
    /// Where all images on it come from.
    package var images: Set<ImageSource> {
        var sources: Set<ImageSource> = []
        func add(_ image: Image?) { if let image { sources.insert(image.source) } }
        for case .person(let person, _) in facts.map(\.value) { add(person.image) }
        for row in lists.flatMap(\.rows) { add(row.picture) }
        for case .image(let block) in allBlocks { add(block.image) }
        return sources
    }
}
