import Glibc

/// A picture in a few characters, to be shown blurred before the picture is there.
///
/// The algorithm is the one described at <https://github.com/woltapp/blurhash>, `Algorithm.md`: the
/// lowest frequencies of a cosine transform of linear light, each in digits of base 83.
enum Blurhash {
    private static let digits = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".utf8)

    private struct Factor {
        var channels = (red: 0.0, green: 0.0, blue: 0.0)

        var largest: Double {
            max(abs(channels.red), abs(channels.green), abs(channels.blue))
        }
    }

    /// The hash of a picture, which is best reduced to a few pixels before.
    ///
    /// - Parameters:
    ///   - bitmap: The picture.
    ///   - across: How many frequencies from left to right, from 1 to 9.
    ///   - down: How many from top to bottom, from 1 to 9.
    static func text(of bitmap: Bitmap, across: Int = 4, down: Int = 3) -> String {
        let light = (0...255).map { Self.linear(Double($0) / 255) }
        var factors: [Factor] = []
        for j in 0..<down {
            let rows = cosines(j, bitmap.height)
            for i in 0..<across {
                let columns = cosines(i, bitmap.width)
                factors.append(factor(of: bitmap, light, columns, rows, isFirst: i + j == 0))
            }
        }
        let rest = factors.dropFirst()
        var text: [UInt8] = []
        append((across - 1) + (down - 1) * 9, digits: 1, to: &text)
        let largest = rest.map(\.largest).max() ?? 0
        let step = max(0, min(82, Int((largest * 166 - 0.5).rounded(.down))))
        append(rest.isEmpty ? 0 : step, digits: 1, to: &text)
        let mean = factors[0].channels
        append(
            byte(mean.red) << 16 | byte(mean.green) << 8 | byte(mean.blue), digits: 4, to: &text)
        let scale = rest.isEmpty ? 1 : Double(step + 1) / 166
        for factor in rest {
            let levels = [factor.channels.red, factor.channels.green, factor.channels.blue]
                .map { level($0 / scale) }
            append((levels[0] * 19 + levels[1]) * 19 + levels[2], digits: 2, to: &text)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func cosines(_ frequency: Int, _ count: Int) -> [Double] {
        (0..<count).map { cos(.pi * Double(frequency * $0) / Double(count)) }
    }

    private static func factor(
        of bitmap: Bitmap, _ light: [Double], _ columns: [Double], _ rows: [Double], isFirst: Bool
    ) -> Factor {
        var factor = Factor()
        var place = 0
        for row in rows {
            for column in columns {
                let basis = row * column
                factor.channels.red += basis * light[Int(bitmap.bytes[place])]
                factor.channels.green += basis * light[Int(bitmap.bytes[place + 1])]
                factor.channels.blue += basis * light[Int(bitmap.bytes[place + 2])]
                place += 3
            }
        }
        let scale = (isFirst ? 1.0 : 2.0) / Double(rows.count * columns.count)
        factor.channels.red *= scale
        factor.channels.green *= scale
        factor.channels.blue *= scale
        return factor
    }

    /// One of 19 levels, finer near zero.
    private static func level(_ value: Double) -> Int {
        let root = value < 0 ? -(-value).squareRoot() : value.squareRoot()
        return max(0, min(18, Int((root * 9 + 9.5).rounded(.down))))
    }

    /// Linear light from sRGB (IEC 61966-2-1).
    private static func linear(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private static func byte(_ light: Double) -> Int {
        let value = max(0, min(1, light))
        let curve = value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
        return Int(curve * 255 + 0.5)
    }

    private static func append(_ value: Int, digits count: Int, to text: inout [UInt8]) {
        var divisor = 1
        for _ in 1..<count { divisor *= 83 }
        for _ in 0..<count {
            text.append(digits[value / divisor % 83])
            divisor /= 83
        }
    }
}
