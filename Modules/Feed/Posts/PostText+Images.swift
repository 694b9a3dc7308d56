package import FeedAPI
import TenonCore
import TenonNetworking
package import TenonUI

extension PostText {
    /// The pictures of a post as a whole; of films and sounds, where there is one, what stands for them.
    static func images(of post: Post) -> [(media: MediaAttachment, image: Image)] {
        post.media.compactMap { media in
            let whole = media.kind == .image ? media.address : nil
            guard let address = whole ?? media.preview else { return nil }
            return (
                media, image(of: media, at: address, whole == nil ? media.previewSize : media.size)
            )
        }
    }

    /// The first picture, for a row; `nil` for a post without any, and one that may hurt.
    static func thumbnail(of post: Post) -> Image? {
        guard !post.isSensitive, post.warning == nil else { return nil }
        for media in post.media {
            guard let preview = media.preview else { continue }
            return image(of: media, at: preview, media.previewSize)
        }
        return nil
    }

    /// The picture of somebody; `nil` when there is none.
    static func portrait(of account: Account, name: String) -> Image? {
        account.avatar.map { Image(.address($0.text), alternative: name) }
    }

    /// The wide picture of somebody; `nil` when there is none.
    ///
    /// - Parameters:
    ///   - account: Whose it is.
    ///   - alternative: What is said in its place.
    package static func header(of account: Account, alternative: String) -> Image? {
        // Servers send one that says that there is none, and cut all others to these proportions.
        account.header.flatMap { address in
            address.path.hasSuffix("/missing.png")
                ? nil
                : Image(
                    .address(address.text), alternative: alternative,
                    size: PictureSize(width: 1_500, height: 500))
        }
    }

    private static func image(
        of media: MediaAttachment, at address: WebAddress, _ size: PixelSize?
    ) -> Image {
        Image(
            .address(address.text),
            alternative: media.description.map(HarmlessText.line) ?? "",
            size: (size ?? media.size).map { PictureSize(width: $0.width, height: $0.height) },
            blurHash: media.blurhash,
            focus: media.focus == .middle
                ? nil : Image.Focus(x: media.focus.x, y: media.focus.y))
    }
}
