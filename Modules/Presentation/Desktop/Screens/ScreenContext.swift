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
    /// A link is followed.
    case follow(String)
}

/// What the parts of a screen share.
@DesktopActor
final class ScreenContext {
    let localizer: Localizer
    /// What stands before the titles of rows.
    let avatars: LetterAvatars
    /// Makes QR codes; `nil` where nothing does.
    let codes: (any QRCodeMaking)?
    private let receive: @DesktopActor (ScreenWish) -> Void

    init(
        localizer: Localizer, avatars: LetterAvatars, codes: (any QRCodeMaking)?,
        receive: @escaping @DesktopActor (ScreenWish) -> Void
    ) {
        self.localizer = localizer
        self.avatars = avatars
        self.codes = codes
        self.receive = receive
    }

    func wish(_ wish: ScreenWish) { receive(wish) }
}
