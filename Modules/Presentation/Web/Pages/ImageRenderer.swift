import TenonCore
import TenonUI

/// Writes images: from this server, in their proportions, over what is blurred until they come.
struct ImageRenderer {
    let localizer: Localizer
    let paths: SessionPaths

    /// The room for an image by itself: what is larger is written smaller, in its proportions.
    private static let room = PictureSize(width: 704, height: 640)

    /// An image by itself, with its words on demand.
    func block(_ block: ImageBlock) -> HTML {
        let image = block.image
        return element(.figure, .class("image"), .id(DOMIdentifier.make("block", block.id))) {
            frame(
                image, image.expectedSize.fitting(Self.room), words: image.words(localizer),
                "image-frame")
        }
    }

    /// A picture beside the words that say the same, which assistive technology passes over.
    func thumbnail(_ image: Image) -> HTML {
        frame(image, image.expectedSize, words: "", "thumbnail")
    }

    private func frame(
        _ image: Image, _ size: PictureSize, words: String, _ style: String
    ) -> HTML {
        element(.span, .class(style)) {
            if let hash = image.blurHash {
                element(
                    .img, .class("blurred"), .src(paths.blurred(hash)), Attribute(.alt, ""),
                    Attribute(.ariaHidden, "true"), Attribute(.loading, "lazy"))
            }
            element(
                .img, .class("picture", Self.focusStyle(image.focus)),
                .src(paths.image(image.source)), Attribute(.alt, words),
                words.isEmpty ? nil : Attribute(.title, words),
                Attribute(.width, "\(size.width)"), Attribute(.height, "\(size.height)"),
                Attribute(.loading, "lazy"), Attribute(.decoding, "async"))
        }
    }

    /// The classes for the part that is seen where an image is cut, each with a twentieth of a side.
    private static func focusStyle(_ focus: Image.Focus?) -> String {
        guard let focus else { return "" }
        let across = Int(((1 + focus.x) * 10).rounded())
        let down = Int(((1 - focus.y) * 10).rounded())
        return "focus-x-\(across) focus-y-\(down)"
    }
}

extension SessionPaths {
    /// The address of an image, which is the server's own.
    func image(_ source: ImageSource) -> PageLink {
        switch source {
        case .address(let address): .path(["image", key, "address", address])
        case .id(let id): .path(["image", key, "id", id])
        }
    }

    /// The address of the picture that a BlurHash stands for.
    func blurred(_ hash: String) -> PageLink { .path(["image", key, "blurred", hash]) }
}
