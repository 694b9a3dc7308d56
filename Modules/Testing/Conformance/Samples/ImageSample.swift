import TenonCore
import TenonUI

/// Images by themselves, on rows and with people: of the application, broken ones, and from an address
/// that nobody answers at.
struct ImageSample: ImageGiving {
    /// The address of one of them.
    static let host = "images.example.com"

    private static let size = PictureSize(width: 24, height: 16)

    /// Yellow at the left, and black at the right.
    private static let file: [UInt8] = {
        let pixels = (0..<size.height).flatMap { _ in
            (0..<size.width).flatMap { column -> [UInt8] in
                column < size.width / 2 ? [250, 200, 0, 255] : [20, 20, 20, 255]
            }
        }
        return Bitmap(size: size, pixels: pixels).map(PNGWriter.file) ?? []
    }()

    /// The same, but that its header says that it has more than four thousand million pixels.
    private static let bomb = [16, 20].reduce(file) { file, place in
        Array(file[..<place]) + [0, 0, 0xFF, 0xFF] + file[(place + 4)...]
    }

    func image(id: String) async throws -> [UInt8]? {
        switch id {
        case "bees": Self.file
        case "cut": Array(Self.file.prefix(60))
        case "bomb": Self.bomb
        case "none": Array("This is no picture.".utf8)
        default: nil
        }
    }

    static let sample = Sample(
        "image",
        screen: .sample(
            "image", "Images",
            blocks: [
                block("bees", "Two bees on a comb."), block("cut", "A picture that was cut."),
                block("none", "A picture that is none."),
                block("missing", "A picture that is gone."),
                block("bomb", "A picture that is far too large."), block("bees", ""),
                .image(
                    ImageBlock(
                        id: "far",
                        image: image(
                            .address("https://\(host)/hive.png"), "The hive from above."))),
                people, rows,
            ]))

    private static func image(_ source: ImageSource, _ alternative: String) -> Image {
        Image(
            source, alternative: alternative, size: size,
            blurHash: "LEHV6nWB2yk8pyo0adR*.7kCMdnj", focus: Image.Focus(x: -1, y: 0.5))
    }

    private static func block(_ id: String, _ alternative: String) -> Block {
        .image(
            ImageBlock(id: "\(id) \(alternative)", image: image(.id(id), alternative)))
    }

    private static let people = Block.facts(
        FactsBlock(
            id: "people",
            facts: [
                Fact(
                    id: "keeper", label: "Keeper",
                    value: .person(
                        Person(
                            "Grace Hopper", handle: "@grace@example.com",
                            image: image(.id("bees"), "Grace")), location: nil))
            ]))

    private static var rows: Block {
        var row = Row(id: "comb", title: "A full comb", subtitle: "Heavy")
        row.image = image(.id("bees"), "The comb")
        return .list(ListBlock(id: "combs", title: "Combs", rows: [row]))
    }
}
