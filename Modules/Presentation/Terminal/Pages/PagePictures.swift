import TenonCore
import TenonUI

/// The pictures of a page, in the way in which the terminal shows them.
struct PagePictures {
    let shelf: PictureShelf
    let mode: PictureMode
    /// The colours of symbols.
    let depth: PictureSymbol.Depth

    /// What there is of an image now.
    func content(of source: ImageSource, in room: CellArea) -> PictureShelf.Content {
        shelf.content(
            of: PictureShelf.Wish(source: source, room: room, mode: mode, depth: depth))
    }

    /// The places that an image takes.
    func area(of size: PictureSize, in room: CellArea) -> CellArea {
        room.fitting(size, cell: mode.cell ?? PictureAbility.usualCell)
    }

    /// A blurred picture; `nil` when the text is no BlurHash.
    func blurred(_ hash: String, filling area: CellArea) -> ShownPicture? {
        shelf.blurred(hash, filling: area, depth: depth)
    }
}
