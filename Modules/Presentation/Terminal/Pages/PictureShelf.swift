import Synchronization
import TenonCore
import TenonUI

/// The pictures of a terminal: those that are there, and those that are on their way.
final class PictureShelf: Sendable {
    /// What there is of an image.
    enum Content: Equatable {
        case picture(ShownPicture)
        /// It may still come.
        case waiting
        /// It never comes.
        case failed(Explanation)
    }

    /// Which picture is wanted, and how.
    struct Wish: Hashable {
        let source: ImageSource
        /// The places that there are for it.
        let room: CellArea
        let mode: PictureMode
        /// The colours of symbols.
        let depth: PictureSymbol.Depth
    }

    private struct Blur: Hashable {
        let hash: String
        let area: CellArea
        let depth: PictureSymbol.Depth
    }

    private struct State {
        var shown: [Wish: ShownPicture] = [:]
        /// Those that are on their way, or that cannot be, are `nil`.
        var blurs: [Blur: ShownPicture?] = [:]
        /// The bytes of what is kept.
        var bytes = 0
        var lastID: UInt32 = 0
        var loading: Set<Wish> = []
        /// How often the terminal had another size.
        var sizes = 0
        var failures: [ImageSource: Explanation] = [:]
    }

    /// Renders one picture after the other, so that a long page does not take all of the machine.
    private actor Drawing {
        func perform<Result: Sendable>(_ work: @Sendable () -> Result) -> Result { work() }
    }

    /// The bytes of drawings that are kept; what comes above is shown in symbols.
    private static let mostBytes = 48 << 20
    /// The pixels of one drawing in sixels.
    private static let mostPixels = 1_500_000
    /// The pixels of one drawing that kitty gets, as text of 1.6 MB; it scales what has fewer than its places.
    private static let mostKittyPixels = 300_000

    private let loader: ImageLoader
    private let renderer: any PictureRendering
    private let changed: @Sendable () -> Void
    private let drawing = Drawing()
    private let state = Mutex(State())

    /// Makes a shelf.
    ///
    /// - Parameter changed: Called when an image has come, or has failed to.
    init(
        _ loader: ImageLoader, _ renderer: any PictureRendering,
        changed: @escaping @Sendable () -> Void
    ) {
        (self.loader, self.renderer, self.changed) = (loader, renderer, changed)
    }

    /// What there is of an image now; what is not there is fetched.
    func content(of wish: Wish) -> Content {
        let (content, isNew) = state.withLock { state -> (Content, Bool) in
            if let picture = state.shown[wish] { return (.picture(picture), false) }
            if let failure = state.failures[wish.source] { return (.failed(failure), false) }
            return (.waiting, state.loading.insert(wish).inserted)
        }
        if isNew { Task.detached { [self] in await load(wish) } }
        return content
    }

    /// A blurred picture in symbols; `nil` until it is there, or when the text is no BlurHash.
    func blurred(
        _ hash: String, filling area: CellArea, depth: PictureSymbol.Depth
    ) -> ShownPicture? {
        let blur = Blur(hash: hash, area: area, depth: depth)
        let known = state.withLock { state -> ShownPicture?? in
            if let known = state.blurs[blur] { return known }
            state.blurs[blur] = .some(nil)
            return nil
        }
        if let known { return known }
        Task.detached { [self] in await load(blur) }
        return nil
    }

    /// Forgets all pictures, when another screen is shown and they take much memory.
    func tidy() {
        state.withLock { state in
            guard state.bytes > Self.mostBytes / 2 || state.blurs.count > 100 else { return }
            (state.shown, state.blurs, state.bytes) = ([:], [:], 0)
        }
    }

    /// Renders nothing more for a size that the terminal had before.
    func resized() {
        state.withLock { $0.sizes += 1 }
        tidy()
    }

    private func load(_ blur: Blur) async {
        let shown = await drawing.perform { [renderer] () -> ShownPicture? in
            // As fine as a blur can be seen.
            let size = PictureSize(
                width: min(64, blur.area.columns), height: min(64, 2 * blur.area.rows))
            guard let picture = BlurHash.picture(of: blur.hash, size: size) else { return nil }
            let symbols = renderer.symbols(of: picture, filling: blur.area, depth: blur.depth)
            return ShownPicture(id: 0, area: blur.area, symbols: symbols, drawing: nil)
        }
        guard let shown else { return }
        state.withLock { state in
            state.blurs[blur] = shown
            state.bytes += shown.size
        }
        changed()
    }

    private func load(_ wish: Wish) async {
        let sizes = state.withLock(\.sizes)
        let cell = wish.mode.cell ?? PictureAbility.usualCell
        let room = PictureSize(
            width: wish.room.columns * cell.width, height: wish.room.rows * cell.height)
        var failure: Explanation?
        var shown: ShownPicture?
        do {
            let picture = try await loader.picture(wish.source, fitting: room)
            shown = await drawing.perform { [self] () -> ShownPicture? in
                let (isFull, id, isWanted) = state.withLock { state in
                    state.lastID += 1
                    return (state.bytes > Self.mostBytes, state.lastID, state.sizes == sizes)
                }
                return isWanted ? render(picture, wish, id: id, isDrawn: !isFull) : nil
            }
        } catch {
            failure = Explanation(error)
        }
        state.withLock { state in
            state.loading.remove(wish)
            if let failure { state.failures[wish.source] = failure }
            if let shown {
                state.shown[wish] = shown
                state.bytes += shown.size
            }
        }
        changed()
    }

    private func render(
        _ picture: Bitmap, _ wish: Wish, id: UInt32, isDrawn: Bool
    ) -> ShownPicture {
        let cell = wish.mode.cell ?? PictureAbility.usualCell
        let area = wish.room.fitting(picture.size, cell: cell)
        let pixels = area.columns * cell.width * area.rows * cell.height
        let drawing: ShownPicture.Drawing? =
            switch wish.mode {
            case .sixels where isDrawn && pixels <= Self.mostPixels:
                .sixels(renderer.sixels(of: picture, filling: area, cell: cell))
            case .kitty where isDrawn:
                kitty(picture, area, cell, id: id)
            case .symbols, .sixels, .kitty: nil
            }
        return ShownPicture(
            id: id, area: area,
            symbols: renderer.symbols(of: picture, filling: area, depth: wish.depth),
            drawing: drawing)
    }

    private func kitty(
        _ picture: Bitmap, _ area: CellArea, _ cell: PictureSize, id: UInt32
    ) -> ShownPicture.Drawing {
        var cell = cell
        while area.columns * cell.width * area.rows * cell.height > Self.mostKittyPixels,
            cell.width > 1, cell.height > 1
        {
            cell = PictureSize(width: cell.width / 2, height: cell.height / 2)
        }
        return .kitty(
            renderer.kittyImage(of: picture, filling: area, cell: cell, id: id),
            rowHeight: cell.height)
    }
}

extension ShownPicture {
    /// How many bytes are kept for it.
    fileprivate var size: Int {
        let places = symbols.reduce(0) { $0 + $1.count } * MemoryLayout<PictureSymbol>.stride
        return switch drawing {
        case .sixels(let text), .kitty(let text, _): places + text.utf8.count
        case nil: places
        }
    }
}
