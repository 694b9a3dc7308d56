package import TenonNetworking

/// A picture, or another file of a post.
package struct MediaAttachment: FeedModel, Hashable, Codable {
    /// What is in it; servers may send kinds that are not listed here.
    package struct Kind: Hashable, Sendable, Codable {
        /// The word of the server.
        let word: String

        package static let image = Kind(word: "image")
        static let loop = Kind(word: "gifv")
        static let video = Kind(word: "video")
        static let audio = Kind(word: "audio")
        static let unknown = Kind(word: "unknown")
    }

    /// Its name on this server.
    package let id: MediaID
    /// What is in it.
    package let kind: Kind
    /// The whole of it; `nil` while the server is still busy with it.
    package let address: WebAddress?
    /// A small picture with the same proportions; `nil` when there is none.
    package let preview: WebAddress?
    /// The size of the whole; `nil` where the server does not say.
    package let size: PixelSize?
    /// The size of the preview; `nil` where the server does not say.
    package let previewSize: PixelSize?
    /// The point that stays visible when the picture is cut; the middle unless set.
    package let focus: Focus
    /// What is to be seen, in a few characters (blurha.sh); `nil` when there is none.
    package let blurhash: String?
    /// The alternative text; `nil` when nobody wrote one.
    package let description: String?

    package init(_ members: Members) throws {
        id = try members.required("id")
        kind = Kind(word: members.words("type") ?? Kind.unknown.word)
        address = members.address("url")
        preview = members.address("preview_url")
        let meta = members.members("meta")
        size = meta?.model("original")
        previewSize = meta?.model("small")
        focus = meta?.model("focus") ?? .middle
        blurhash = members.words("blurhash")
        description = members.words("description")
    }
}

/// The size of a picture in pixels.
package struct PixelSize: FeedModel, Hashable, Codable {
    /// The largest side that is believed.
    private static let largest = 1 << 20

    /// From left to right.
    package let width: Int
    /// From top to bottom.
    package let height: Int

    package init(_ members: Members) throws {
        guard let width = members.integer("width"), let height = members.integer("height"),
            (1...Self.largest).contains(width), (1...Self.largest).contains(height)
        else { throw ReadingFailure(member: "width") }
        self.width = width
        self.height = height
    }
}

/// The point of a picture that stays visible when it is cut: from −1 to 1, with y upwards.
package struct Focus: FeedModel, Hashable, Codable {
    /// The middle of a picture.
    package static let middle = Focus(x: 0, y: 0)

    /// From −1 on the left to 1 on the right.
    package let x: Double
    /// From −1 at the bottom to 1 at the top.
    package let y: Double

    /// Makes a point; what lies outside of the picture is brought to its edge.
    package init(x: Double, y: Double) {
        self.x = min(max(x, -1), 1)
        self.y = min(max(y, -1), 1)
    }

    package init(_ members: Members) throws {
        guard let x = members.number("x"), let y = members.number("y") else {
            throw ReadingFailure(member: "x")
        }
        self.init(x: x, y: y)
    }

    /// As it is sent.
    var text: String { "\(x),\(y)" }
}
