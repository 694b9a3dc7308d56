import TenonCore
import TenonUI

extension LineRenderer {
    /// What is to be seen on an image, and where it is.
    func image(_ block: ImageBlock) -> [String] {
        let address = block.image.address.map {
            layout.paragraph("<\($0)>", indent: 2, mark: .role(.secondaryText))
        }
        return layout.paragraph(block.image.words(localizer), after: "▣ ") + (address ?? [])
    }
}
