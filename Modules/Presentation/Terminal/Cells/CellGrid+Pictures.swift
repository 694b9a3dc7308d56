import TenonCore

extension CellGrid {
    /// The pictures that the terminal draws by itself, from above.
    var placements: [PicturePlacement] {
        guard mayHavePictures else { return [] }
        var found: [PicturePlacement] = []
        for row in 0..<rows {
            for column in 0..<columns {
                guard let (picture, part) = rowOfPicture(at: CellPoint(column: column, row: row))
                else { continue }
                let above = found.lastIndex {
                    $0.picture == picture && $0.point.column == column && $0.rows.upperBound == part
                        && $0.point.row + $0.rows.count == row
                }
                if let above {
                    found[above].rows = found[above].rows.lowerBound..<part + 1
                } else {
                    found.append(
                        PicturePlacement(
                            picture: picture, point: CellPoint(column: column, row: row),
                            rows: part..<part + 1))
                }
            }
        }
        return found
    }

    /// The picture of which a whole row begins at a point, and which row that is.
    private func rowOfPicture(at point: CellPoint) -> (ShownPicture, row: Int)? {
        let start = point.row * columns + point.column
        guard case .piece(let picture, 0, let row)? = cells[start].style.part,
            point.column + picture.area.columns <= columns
        else { return nil }
        let isWhole = (0..<picture.area.columns).allSatisfy {
            cells[start + $0].style.part == .piece(of: picture, column: $0, row: row)
        }
        return isWhole ? (picture, row) : nil
    }

    /// Shows in symbols what is cut and cannot be drawn in part, as sixels cannot.
    mutating func showCutPicturesInSymbols() {
        guard mayHavePictures else { return }
        var kept: Set<Int> = []
        for placement in placements {
            if case .sixels = placement.picture.drawing, !placement.isWhole { continue }
            for row in 0..<placement.rows.count {
                let start = (placement.point.row + row) * columns + placement.point.column
                kept.formUnion(start..<start + placement.picture.area.columns)
            }
        }
        for index in cells.indices where cells[index].isDrawn && !kept.contains(index) {
            showSymbol(index)
        }
    }

    /// Shows one place of a picture in a symbol.
    mutating func showSymbol(_ index: Int) {
        guard case .piece(let picture, let column, let row)? = cells[index].style.part else {
            return
        }
        let run = picture.symbols[row][column].run
        cells[index] = Cell(text: run.text, width: 1, style: run.style)
    }
}
