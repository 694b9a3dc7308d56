/// A landscape that is painted on the spot: a sky, a sun, hills, and water; the same for each number.
struct Painting: Sendable {
    /// How many there are.
    static let count: Int64 = 120
    private static let shapes = [(960, 720), (720, 960), (800, 800), (1024, 576), (576, 1024)]

    /// Its number.
    let number: Int64

    /// The size of the whole.
    var size: (width: Int, height: Int) { Self.shapes[Int(number % Int64(Self.shapes.count))] }

    /// Paints it with sides of at most some length.
    func painted(side: Int) -> Bitmap {
        let longest = max(size.width, size.height)
        let side = min(side, longest)
        return painted(
            width: max(1, size.width * side / longest),
            height: max(1, size.height * side / longest))
    }

    /// Paints it with a square shape, for the picture of a person.
    func portrait(side: Int) -> Bitmap { painted(width: side, height: side) }

    /// Paints it in the proportions to which servers cut the wide picture of a person.
    func header(width: Int) -> Bitmap { painted(width: width, height: width / 3) }

    private typealias Colour = (Int, Int, Int)

    private func painted(width: Int, height: Int) -> Bitmap {
        var random = SplitMix(seed: UInt64(bitPattern: number) &* 0x9E37 &+ 11)
        func colour(_ range: ClosedRange<Int>) -> Colour {
            (random.next(in: range), random.next(in: range), random.next(in: range))
        }
        let (top, bottom) = (colour(20...140), colour(150...250))
        let (sun, water) = (colour(200...255), colour(20...110))
        let hills = (0..<3).map { index in
            (
                colour(20 + index * 15...80 + index * 20), random.next(in: 0...1000),
                random.next(in: 500...900)
            )
        }
        let centre = (random.next(in: 150...850), random.next(in: 100...450))
        let radius = random.next(in: 50...130)
        let shore = random.next(in: 720...860)
        var bitmap = Bitmap(width: width, height: height)
        // Thousandths of the shorter side keep the sun round in every shape.
        let unit = min(width, height)
        bitmap.bytes.withUnsafeMutableBufferPointer { bytes in
            var place = 0
            // For each column, where the hills begin; the last one stands in front.
            let ridges = (0..<width).map { x in
                hills.map { hill in
                    hill.2 + Self.wave(x * 1_000 / width + hill.1) + Self.wave(
                        (x * 3_000 / width + hill.1) % 4_000) / 4
                }
            }
            let (far, middle, near) = (hills[0].0, hills[1].0, hills[2].0)
            for y in 0..<height {
                let v = y * 1_000 / height
                let (sky, sea) = (Self.mix(top, bottom, v), Self.mix(bottom, water, v))
                let dy = (y - centre.1 * height / 1_000) * 1_000 / unit
                for x in 0..<width {
                    let colour: Colour
                    let dx = (x - centre.0 * width / 1_000) * 1_000 / unit
                    let ridge = ridges[x]
                    if v > shore {
                        colour = sea
                    } else if v > ridge[2] {
                        colour = near
                    } else if v > ridge[1] {
                        colour = middle
                    } else if v > ridge[0] {
                        colour = far
                    } else if dx * dx + dy * dy < radius * radius {
                        colour = sun
                    } else {
                        colour = sky
                    }
                    bytes[place] = UInt8(truncatingIfNeeded: colour.0)
                    bytes[place + 1] = UInt8(truncatingIfNeeded: colour.1)
                    bytes[place + 2] = UInt8(truncatingIfNeeded: colour.2)
                    place += 3
                }
            }
        }
        return bitmap
    }

    /// A wave of parabolas from −100 to 100 with a length of 1000.
    private static func wave(_ x: Int) -> Int {
        let phase = x % 1_000
        let half = phase % 500
        let height = half * (500 - half) * 100 / 62_500
        return phase < 500 ? height : -height
    }

    private static func mix(_ from: Colour, _ to: Colour, _ part: Int) -> Colour {
        (
            from.0 + (to.0 - from.0) * part / 1_000, from.1 + (to.1 - from.1) * part / 1_000,
            from.2 + (to.2 - from.2) * part / 1_000
        )
    }
}

/// Random numbers that are the same in every run: the SplitMix64 sequence.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    /// Begins the sequence of a seed.
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number of a range; the same on every machine, whatever the standard library does.
    mutating func next(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// One of some.
    mutating func one<Element>(of elements: [Element]) -> Element {
        elements[next(in: 0...(elements.count - 1))]
    }

    /// Whether something happens that happens so many times in a hundred.
    mutating func happens(_ percent: Int) -> Bool { next(in: 1...100) <= percent }
}
