import CGTK
import TenonCore
import TenonUI

/// Shows an image by itself, in its proportions, over what is blurred until it comes.
@DesktopActor
final class ImageView: BlockView {
    /// The most pixels that it takes, before the display multiplies them.
    private static let room = PictureSize(width: 704, height: 480)

    var root: Widget { box }
    private let box = Box(GTK_ORIENTATION_VERTICAL, spacing: 6)
    private let picture: PictureView
    private let problem = Label().styled("caption", "dim-label")
    private let context: ScreenContext

    init(_ block: ImageBlock, context: ScreenContext) {
        self.context = context
        picture = PictureView(context: context)
        box.append(picture.root, problem)
        picture.failed = { [weak self] in self?.tell($0) }
        show(block.image)
    }

    func update(_ block: Block) {
        if case .image(let block) = block { show(block.image) }
    }

    private func show(_ image: TenonUI.Image) {
        if image != picture.shown { tell(nil) }
        picture.show(image, room: Self.room, words: image.words(context.localizer))
    }

    /// Says why there is no picture, and what would be seen on it.
    private func tell(_ reason: Explanation?) {
        problem.isVisible = reason != nil
        guard let reason, let image = picture.shown else { return }
        let localizer = context.localizer
        problem.text = "\(image.words(localizer)) – \(localizer.text(of: reason.message))"
    }
}

/// A picture that is got and decoded elsewhere.
@DesktopActor
final class PictureView {
    var root: Widget { box }
    /// The image that it shows, or will show.
    private(set) var shown: TenonUI.Image?
    /// Called when there will be no picture.
    var failed: @DesktopActor (Explanation) -> Void = { _ in }
    private let box: PictureBox
    private let picture = Widget(gtk_picture_new())
    private let side: Int?
    private let loader: ImageLoader
    private var loading: Task<Void, Never>?

    /// Makes a view.
    ///
    /// - Parameters:
    ///   - side: The pixels of its sides, for a decoration: what is longer is cut. Without them it keeps
    ///     the proportions of the image.
    ///   - context: What gets the images.
    init(side: Int? = nil, context: ScreenContext) {
        (self.side, loader) = (side, context.images)
        box = PictureBox(picture, isFixed: side != nil)
        gtk_picture_set_can_shrink(picture.opaque, 1)
        gtk_picture_set_content_fit(
            picture.opaque, side == nil ? GTK_CONTENT_FIT_CONTAIN : GTK_CONTENT_FIT_COVER)
        guard let side else { return }
        box.keep(PictureSize(width: side, height: side))
        gtk_widget_set_overflow(box.pointer, GTK_OVERFLOW_HIDDEN)
        box.styled("thumbnail")
    }

    isolated deinit { loading?.cancel() }

    /// Shows a decoration; `nil` for none.
    func show(_ image: TenonUI.Image?) {
        guard let image, let side else {
            loading?.cancel()
            shown = nil
            return set(nil)
        }
        // What is cut has to be larger than what is seen of it.
        let size = image.expectedSize
        let longer = max(size.width, size.height) * side / max(1, min(size.width, size.height))
        let length = min(max(side, longer), 8 * side)
        show(image, room: PictureSize(width: length, height: length), words: "")
    }

    /// Shows an image.
    ///
    /// - Parameters:
    ///   - image: The image.
    ///   - room: The most pixels that it takes, before the display multiplies them.
    ///   - words: What assistive technology says; nothing for a decoration.
    func show(_ image: TenonUI.Image, room: PictureSize, words: String) {
        guard image != shown else { return }
        shown = image
        loading?.cancel()
        // Its size is known before it comes, so that nothing moves.
        if side == nil { box.keep(image.expectedSize.fitting(room)) }
        picture.name(words)
        picture.toolTip(words)
        let factor = max(1, Int(gtk_widget_get_scale_factor(box.pointer)))
        let room = PictureSize(width: room.width * factor, height: room.height * factor)
        if let picture = loader.keptPicture(image.source, fitting: room) { return set(picture) }
        set(
            image.blurHash.flatMap {
                let small = PictureSize(width: 48, height: 48)
                return BlurHash.picture(of: $0, size: image.expectedSize.fitting(small))
            })
        loading = Task { [weak self, loader] in
            let result: Result<Bitmap, any Error>
            do {
                result = .success(try await loader.picture(image.source, fitting: room))
            } catch {
                result = .failure(error)
            }
            guard let self, self.shown == image, !Task.isCancelled else { return }
            switch result {
            case .success(let picture): self.set(picture)
            case .failure(let error): self.failed(Explanation(error))
            }
        }
    }

    private func set(_ bitmap: Bitmap?) {
        guard var bitmap else { return gtk_picture_set_paintable(picture.opaque, nil) }
        // A decoration is cut here, since GtkPicture cuts it in the middle.
        if side != nil { bitmap = bitmap.square(seeing: shown?.focus) }
        let bytes = g_bytes_new(bitmap.pixels, gsize(bitmap.pixels.count))
        let texture = gdk_memory_texture_new(
            Int32(bitmap.size.width), Int32(bitmap.size.height), GDK_MEMORY_R8G8B8A8, bytes,
            gsize(bitmap.size.width * 4))
        gtk_picture_set_paintable(picture.opaque, texture)
        g_bytes_unref(bytes)
        if let texture { g_object_unref(UnsafeMutableRawPointer(texture)) }
    }
}

extension Bitmap {
    /// The largest square of it in which a point is seen; that in the middle when there is none.
    func square(seeing focus: TenonUI.Image.Focus?) -> Bitmap {
        let side = min(size.width, size.height)
        guard size.width != size.height else { return self }
        func start(_ length: Int, _ share: Double) -> Int {
            Int((Double(length - side) * share).rounded())
        }
        let left = start(size.width, (1 + (focus?.x ?? 0)) / 2)
        let top = start(size.height, (1 - (focus?.y ?? 0)) / 2)
        var square: [UInt8] = []
        square.reserveCapacity(side * side * 4)
        for row in top..<(top + side) {
            let first = (row * size.width + left) * 4
            square += pixels[first..<(first + side * 4)]
        }
        return Bitmap(size: PictureSize(width: side, height: side), pixels: square) ?? self
    }
}
