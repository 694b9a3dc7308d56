import TenonCore
import TenonUI

extension PageLayout {
    /// The columns of the widest picture.
    private static let widest = 72

    /// The picture, and below it what is to be seen on it; the words alone where there are no pictures.
    func add(_ block: ImageBlock, to page: inout Page) {
        let image = block.image
        var problem: Explanation?
        if let pictures {
            // Its words are below it, and are to be seen with it.
            let room = CellArea(
                columns: min(width, Self.widest), rows: max(4, (rows ?? 24) * 2 / 3))
            switch pictures.content(of: image.source, in: room) {
            case .picture(let picture): page.add(picture.lines)
            case .waiting: page.add(placeholder(for: image, in: room, pictures))
            case .failed(let reason): problem = reason
            }
        }
        page.add(setter.paragraph(image.words(localizer), .secondary, after: "▣ "))
        if let problem {
            let text = localizer.text(of: problem.message)
            page.add(setter.message(text, .caution, localizer, indent: 2))
        }
        if let address = image.address {
            page.add(setter.paragraph("<\(address)>", .secondary, indent: 2))
        }
    }

    /// What is blurred, or as many empty lines, so that nothing moves when the picture comes.
    private func placeholder(
        for image: Image, in room: CellArea, _ pictures: PagePictures
    ) -> [TextLine] {
        let area = pictures.area(of: image.expectedSize, in: room)
        if let blurred = image.blurHash.flatMap({ pictures.blurred($0, filling: area) }) {
            return blurred.lines
        }
        return Array(repeating: .empty, count: area.rows)
    }
}
