import TenonCore
import TenonUI

/// What a part of a screen can ask for.
enum ScreenWish {
    /// An action, on a row or fact if it has a target.
    case act(Action, target: String?)
    /// What the first action of a form does.
    case submit(FormBlock)
    /// A field has another value.
    case change(Field, FieldValue)
    /// Other rows of a list.
    case window(String, Range<Int>)
    /// Nothing, but the first row in sight of a list is another one.
    case reading(String, row: String)
    /// Rows of a list are chosen together, or released.
    case select(String, SelectionChange)
    /// A filter has other options.
    case filter(String, [String])
    /// A link is followed.
    case follow(TextSpan.Link)
}

/// What the parts of a screen share.
@DesktopActor
final class ScreenContext {
    let localizer: Localizer
    /// What stands before the titles of rows.
    let avatars: LetterAvatars
    /// Makes QR codes; `nil` where nothing does.
    let codes: (any QRCodeMaking)?
    /// Gets the images.
    let images: ImageLoader
    private let receive: @DesktopActor (ScreenWish) -> Void

    init(
        localizer: Localizer, avatars: LetterAvatars, codes: (any QRCodeMaking)?,
        images: ImageLoader, receive: @escaping @DesktopActor (ScreenWish) -> Void
    ) {
        self.localizer = localizer
        self.avatars = avatars
        self.codes = codes
        self.images = images
        self.receive = receive
    }

    func wish(_ wish: ScreenWish) { receive(wish) }
}
