public import TenonCore

/// An image by reference; its bytes are got by the front end that shows it.
public struct Image: Sendable, Codable, Equatable {
    /// The point of an image that is to be seen where it is cut, from −1 at the left and the bottom to 1
    /// at the right and the top.
    public struct Focus: Sendable, Codable, Equatable {
        /// From the left to the right.
        public var x: Double
        /// From the bottom to the top.
        public var y: Double

        /// Names a point; what is beyond the sides is at them.
        public init(x: Double, y: Double) {
            self.x = x.isFinite ? min(1, max(-1, x)) : 0
            self.y = y.isFinite ? min(1, max(-1, y)) : 0
        }
    }

    /// Where its bytes are.
    public var source: ImageSource
    /// What is to be seen on it, for those who do not see it; empty when nobody has said it.
    public var alternative: String
    /// How many pixels it has, so that nothing moves when it comes; `nil` when nobody knows.
    public var size: PictureSize?
    /// A blurred picture of it as a BlurHash (https://blurha.sh), shown until it comes.
    public var blurHash: String?
    /// The point that is to be seen where it is cut.
    public var focus: Focus?

    /// Refers to an image.
    public init(
        _ source: ImageSource, alternative: String, size: PictureSize? = nil,
        blurHash: String? = nil, focus: Focus? = nil
    ) {
        self.source = source
        self.alternative = alternative
        self.size = size
        self.blurHash = blurHash
        self.focus = focus
    }

    /// The size that is kept free for it: its own, or that of a photograph.
    package var expectedSize: PictureSize {
        let sides = 1...PictureSize.longestSide
        guard let size, sides.contains(size.width), sides.contains(size.height) else {
            return PictureSize(width: 1_200, height: 800)
        }
        return size
    }

    /// What is said in its place.
    package func words(_ localizer: Localizer) -> String {
        alternative.isEmpty ? localizer(UIText.undescribedImage) : alternative
    }

    /// The address that it comes from; `nil` when it comes from the feature.
    package var address: String? {
        if case .address(let address) = source { address } else { nil }
    }
}

/// An image by itself.
public struct ImageBlock: Sendable, Codable, Equatable {
    /// Names the block within its screen.
    public var id: String
    /// The image.
    public var image: Image

    /// Makes a block of an image.
    public init(id: String, image: Image) {
        self.id = id
        self.image = image
    }

    /// The same in the elements of the first version.
    var fallback: TextBlock {
        let words = [image.alternative, image.address.map { "<\($0)>" } ?? ""]
        return TextBlock(words.filter { !$0.isEmpty }.joined(separator: " "))
    }
}
