package import TenonCore

extension Screen {
    /// Where all images on it come from.
    package var images: Set<ImageSource> {
        var sources: Set<ImageSource> = []
        func add(_ image: Image?) { if let image { sources.insert(image.source) } }
        for block in allBlocks {
            switch block {
            case .image(let block): add(block.image)
            case .facts(let facts):
                for case .person(let person, _) in facts.facts.map(\.value) { add(person.image) }
            case .list(let list): for row in list.rows { add(row.picture) }
            case .text, .richText, .table, .chart, .qrCode, .form, .progress, .group: break
            }
        }
        return sources
    }
}
