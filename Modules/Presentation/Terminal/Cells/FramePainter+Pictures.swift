import TenonCore

extension FramePainter {
    /// What shows the pictures of a frame, and takes away those that are on it no longer.
    ///
    /// The places below have been written before: text that is written over sixels takes them away, while
    /// kitty is told what goes.
    ///
    /// - Parameter old: The frame that the terminal shows; `nil` when there is no picture on it.
    func pictures(from old: CellGrid?, to new: CellGrid) -> String {
        let before = old?.placements ?? []
        let after = new.placements
        guard before != after else { return "" }
        var text = ""
        for placement in after where !before.contains(placement) {
            guard case .sixels(let sequence) = placement.picture.drawing else { continue }
            text += ControlSequence.move(to: placement.point) + sequence
        }
        var seen: Set<ShownPicture> = []
        for placement in before + after where seen.insert(placement.picture).inserted {
            text += kitty(placement.picture, before, after)
        }
        return text
    }

    private func kitty(
        _ picture: ShownPicture, _ before: [PicturePlacement], _ after: [PicturePlacement]
    ) -> String {
        guard case .kitty(let data, let rowHeight) = picture.drawing else { return "" }
        let old = before.filter { $0.picture == picture }
        let new = after.filter { $0.picture == picture }
        guard old != new else { return "" }
        var text = old.isEmpty ? data : ""
        if !old.isEmpty { text += ControlSequence.removePicture(picture.id, forgets: new.isEmpty) }
        for placement in new {
            text += ControlSequence.move(to: placement.point)
            text += ControlSequence.placePicture(
                picture.id, width: picture.area.columns, rows: placement.rows, rowHeight: rowHeight)
        }
        return text
    }
}
