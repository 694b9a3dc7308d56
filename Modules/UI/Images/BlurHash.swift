import Foundation
package import TenonCore

/// A blurred picture in some thirty characters, as the algorithm of BlurHash describes it
/// (https://github.com/woltapp/blurhash/blob/master/Algorithm.md).
package enum BlurHash {
    /// The digits in base 83, in their order.
    private static let digits = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~"
            .utf8)

    /// The picture; `nil` when the text is none, or the size is none or larger than 128 by 128.
    package static func picture(of text: String, size: PictureSize) -> Bitmap? {
        guard (1...128).contains(size.width), (1...128).contains(size.height),
            let factors = Factors(text)
        else { return nil }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(size.width * size.height * 4)
        let across = cosines(size.width, factors.columns)
        let down = cosines(size.height, factors.rows)
        for y in 0..<size.height {
            for x in 0..<size.width {
                var sum = SIMD3<Double>.zero
                for row in 0..<factors.rows {
                    for column in 0..<factors.columns {
                        let basis = across[x][column] * down[y][row]
                        sum += factors.values[row * factors.columns + column] * basis
                    }
                }
                pixels += [byte(sum.x), byte(sum.y), byte(sum.z), 255]
            }
        }
        return Bitmap(size: size, pixels: pixels)
    }

    /// The coefficients of the waves that a picture is the sum of.
    private struct Factors {
        let columns: Int
        let rows: Int
        let values: [SIMD3<Double>]

        init?(_ text: String) {
            let bytes = Array(text.utf8)
            guard bytes.count >= 6, let flag = number(bytes[0..<1]), flag < 81,
                let maximum = number(bytes[1..<2]), let average = number(bytes[2..<6])
            else { return nil }
            columns = flag % 9 + 1
            rows = flag / 9 + 1
            guard bytes.count == 4 + 2 * columns * rows else { return nil }
            let scale = Double(maximum + 1) / 166
            var values = [
                SIMD3(
                    linear(average >> 16 & 255), linear(average >> 8 & 255), linear(average & 255))
            ]
            for start in stride(from: 6, to: bytes.count, by: 2) {
                guard let value = number(bytes[start..<start + 2]), value < 19 * 19 * 19 else {
                    return nil
                }
                let parts = SIMD3(
                    part(value / 361), part(value / 19 % 19), part(value % 19))
                values.append(parts * scale)
            }
            self.values = values
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for byte in bytes {
            guard let digit = digits.firstIndex(of: byte) else { return nil }
            value = value * 83 + digit
        }
        return value
    }

    /// A coefficient of 0 to 18 as one of −1 to 1.
    private static func part(_ value: Int) -> Double {
        let distance = Double(value - 9) / 9
        return distance * abs(distance)
    }

    private static func cosines(_ size: Int, _ count: Int) -> [[Double]] {
        (0..<size).map { place in
            (0..<count).map { cos(Double.pi * Double(place) * Double($0) / Double(size)) }
        }
    }

    /// The amount of light of a value of sRGB (IEC 61966-2-1).
    private static func linear(_ value: Int) -> Double {
        let part = Double(value) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }

    private static func byte(_ light: Double) -> UInt8 {
        let light = min(1, max(0, light))
        let part = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8((part * 255).rounded())
    }
}
