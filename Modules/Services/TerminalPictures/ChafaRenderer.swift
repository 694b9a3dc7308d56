import CChafa
public import TenonCore

/// Shows pictures on terminals by chafa.
///
/// What it writes is made of pixels and numbers alone; it knows no text.
public struct ChafaRenderer: PictureRendering {
    /// The characters of symbols: spaces and blocks, which every font has and which take one column.
    private static let tags = ChafaSymbolTags(
        rawValue: CHAFA_SYMBOL_TAG_SPACE.rawValue | CHAFA_SYMBOL_TAG_SOLID.rawValue
            | CHAFA_SYMBOL_TAG_HALF.rawValue | CHAFA_SYMBOL_TAG_QUAD.rawValue
            | CHAFA_SYMBOL_TAG_BLOCK.rawValue)

    /// Makes the renderer.
    public init() {}

    /// A picture in blocks, row by row.
    public func symbols(
        of picture: Bitmap, filling area: CellArea, depth: PictureSymbol.Depth
    ) -> [[PictureSymbol]] {
        let canvas = canvas(of: picture, area) { config in
            let map = chafa_symbol_map_new()
            chafa_symbol_map_add_by_tags(map, Self.tags)
            chafa_canvas_config_set_symbol_map(config, map)
            chafa_symbol_map_unref(map)
            chafa_canvas_config_set_canvas_mode(
                config,
                depth == .full ? CHAFA_CANVAS_MODE_TRUECOLOR : CHAFA_CANVAS_MODE_INDEXED_240)
        }
        defer { chafa_canvas_unref(canvas) }
        return (0..<area.rows).map { row in
            (0..<area.columns).map { column in
                symbol(canvas, gint(column), gint(row), depth)
            }
        }
    }

    /// A picture as sixels, of at most 256 colours.
    public func sixels(of picture: Bitmap, filling area: CellArea, cell: PictureSize) -> String {
        let canvas = canvas(of: picture, area) { config in
            chafa_canvas_config_set_pixel_mode(config, CHAFA_PIXEL_MODE_SIXELS)
            // To choose the best 256 colours for each picture takes several times as long.
            chafa_canvas_config_set_canvas_mode(config, CHAFA_CANVAS_MODE_INDEXED_240)
            chafa_canvas_config_set_dither_mode(config, CHAFA_DITHER_MODE_ORDERED)
            chafa_canvas_config_set_cell_geometry(config, gint(cell.width), gint(cell.height))
        }
        return output(
            of: canvas,
            [
                (CHAFA_TERM_SEQ_BEGIN_SIXELS, "\u{1B}P%1;%2;%3q"),
                (CHAFA_TERM_SEQ_END_SIXELS, "\u{1B}\\"),
            ])
    }

    /// A picture for kitty, in as many pixels as the area has.
    public func kittyImage(
        of picture: Bitmap, filling area: CellArea, cell: PictureSize, id: UInt32
    ) -> String {
        let canvas = canvas(of: picture, area) { config in
            chafa_canvas_config_set_pixel_mode(config, CHAFA_PIXEL_MODE_KITTY)
            chafa_canvas_config_set_cell_geometry(config, gint(cell.width), gint(cell.height))
        }
        return output(
            of: canvas,
            [
                // All five numbers have to be there: chafa 1.12 writes those that are not behind the sequence.
                (
                    CHAFA_TERM_SEQ_BEGIN_KITTY_IMMEDIATE_IMAGE_V1,
                    "\u{1B}_Ga=t,q=2,i=\(id),f=%1,s=%2,v=%3,c=%4,r=%5,m=1\u{1B}\\"
                ),
                (CHAFA_TERM_SEQ_BEGIN_KITTY_IMAGE_CHUNK, "\u{1B}_Gm=1;"),
                (CHAFA_TERM_SEQ_END_KITTY_IMAGE_CHUNK, "\u{1B}\\"),
                (CHAFA_TERM_SEQ_END_KITTY_IMAGE, "\u{1B}_Gm=0\u{1B}\\"),
            ])
    }

    // MARK: - Canvas

    /// A canvas with a picture on it, stretched over all of it; whoever asks for it releases it.
    private func canvas(
        of picture: Bitmap, _ area: CellArea, _ configure: (OpaquePointer) -> Void
    ) -> OpaquePointer {
        let config: OpaquePointer = chafa_canvas_config_new()
        defer { chafa_canvas_config_unref(config) }
        chafa_canvas_config_set_geometry(config, gint(area.columns), gint(area.rows))
        // What is behind a picture that lets it be seen is not known; black is right on most terminals.
        chafa_canvas_config_set_bg_color(config, 0)
        configure(config)
        let canvas: OpaquePointer = chafa_canvas_new(config)
        picture.pixels.withUnsafeBufferPointer {
            chafa_canvas_draw_all_pixels(
                canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, $0.baseAddress, gint(picture.size.width),
                gint(picture.size.height), gint(picture.size.width * 4))
        }
        return canvas
    }

    /// What a canvas is on a terminal with these sequences; the canvas is released.
    private func output(
        of canvas: OpaquePointer, _ sequences: [(name: ChafaTermSeq, text: String)]
    ) -> String {
        defer { chafa_canvas_unref(canvas) }
        let terminal: OpaquePointer = chafa_term_info_new()
        defer { chafa_term_info_unref(terminal) }
        for sequence in sequences {
            chafa_term_info_set_seq(terminal, sequence.name, sequence.text, nil)
        }
        guard let written = chafa_canvas_print(canvas, terminal) else { return "" }
        defer { g_string_free(written, 1) }
        let bytes = UnsafeRawBufferPointer(
            start: written.pointee.str, count: Int(written.pointee.len))
        return String(decoding: bytes, as: UTF8.self)
    }

    private func symbol(
        _ canvas: OpaquePointer, _ column: gint, _ row: gint, _ depth: PictureSymbol.Depth
    ) -> PictureSymbol {
        let scalar = Unicode.Scalar(chafa_canvas_get_char_at(canvas, column, row)) ?? " "
        var (ink, paper): (gint, gint) = (-1, -1)
        switch depth {
        case .full: chafa_canvas_get_colors_at(canvas, column, row, &ink, &paper)
        case .indexed: chafa_canvas_get_raw_colors_at(canvas, column, row, &ink, &paper)
        }
        return PictureSymbol(
            Character(scalar), ink: color(ink, depth), paper: color(paper, depth))
    }

    /// A colour as chafa says it: `0xRRGGBB` or a number; less than zero for none.
    private func color(_ value: gint, _ depth: PictureSymbol.Depth) -> PictureSymbol.Color? {
        guard value >= 0 else { return nil }
        switch depth {
        case .full:
            return .direct(
                red: UInt8(truncatingIfNeeded: value >> 16),
                green: UInt8(truncatingIfNeeded: value >> 8), blue: UInt8(truncatingIfNeeded: value)
            )
        case .indexed: return UInt8(exactly: value).map { .indexed($0) }
        }
    }
}
