import Foundation

/// Reads QR codes from what is seen, as a camera does, with ZBar.
package enum CodeReader {
    /// How many pixels of a picture a module of a terminal becomes.
    private static let scale = 6
    /// What stands around the lines of a terminal, in modules.
    private static let margin = 4

    /// The texts of the codes in a picture, in a file of any common format.
    package static func texts(inPicture path: String) async throws -> [String] {
        let options = ["--quiet", "--raw", "--nodbus", "-Sdisable", "-Sqrcode.enable"]
        let result = try await Program(path: "/usr/bin/zbarimg").run(options + [path])
        return result.output.split(separator: "\n").map(String.init)
    }

    /// The texts of the codes in half blocks on a terminal, whose control sequences are gone.
    ///
    /// - Parameters:
    ///   - text: All that is seen.
    ///   - isInkDark: Whether the ink is darker than what is behind it.
    package static func texts(
        inTerminal text: String, isInkDark: Bool = true
    ) async throws -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { Array($0) }.filter { !$0.isEmpty && $0.allSatisfy("█▀▄ ".contains) }
        let width = lines.map(\.count).max() ?? 0
        guard width > 0 else { return [] }
        var rows: [[Bool]] = []
        for line in lines {
            // A terminal forgets spaces at the end of a line.
            let line = line + Array(repeating: " ", count: width - line.count)
            rows.append(line.map { ("█▀".contains($0)) == isInkDark })
            rows.append(line.map { ("█▄".contains($0)) == isInkDark })
        }
        let folder = try TemporaryFolder()
        let file = "\(folder.path)/seen.pgm"
        try picture(of: rows, width: width).write(to: URL(filePath: file))
        return try await texts(inPicture: file)
    }

    /// A picture in grey, in the portable format of Netpbm.
    private static func picture(of rows: [[Bool]], width: Int) -> Data {
        let columns = (width + 2 * margin) * scale
        let border = Data(repeating: 255, count: columns * margin * scale)
        var pixels = border
        for row in rows {
            let side = [Bool](repeating: false, count: margin)
            let line = (side + row + side).flatMap {
                [UInt8](repeating: $0 ? 0 : 255, count: scale)
            }
            for _ in 0..<scale { pixels += line }
        }
        pixels += border
        return Data("P5 \(columns) \(pixels.count / columns) 255\n".utf8) + pixels
    }
}
