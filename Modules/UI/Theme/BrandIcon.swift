/// The picture of an application: a drawing in SVG.
///
/// Front ends show it as a picture, in which nothing runs and which loads nothing.
public struct BrandIcon: Sendable, Equatable {
    /// The most bytes that a drawing may have.
    public static let maximumSize = 64 << 10

    /// The text of the drawing.
    public let svg: [UInt8]

    /// Takes a drawing.
    ///
    /// - Parameter svg: The bytes of an SVG file, for example of one that is embedded in code.
    /// - Throws: ``BrandError`` when it is not an SVG file or too large.
    public init(svg: [UInt8]) throws {
        guard svg.count <= Self.maximumSize else { throw BrandError.largeIcon(svg.count) }
        guard let text = String(validating: svg, as: UTF8.self), Self.isDrawing(text) else {
            throw BrandError.noDrawing
        }
        self.svg = svg
    }

    /// Whether a text has the element `svg` at its top, in the namespace without which no browser
    /// shows it (SVG 2, 2.2), and no entities, which may stand for far more than they take.
    private static func isDrawing(_ text: String) -> Bool {
        let root = withoutProlog(text).prefix { $0 != ">" }
        let hasEnd = root.hasSuffix("/") || text.contains("</svg>")
        let namespaces = ["\"", "'"].map { "xmlns=\($0)http://www.w3.org/2000/svg\($0)" }
        return root.hasPrefix("<svg") && root.dropFirst(4).first?.isWhitespace == true && hasEnd
            && namespaces.contains { root.contains($0) } && !text.contains("<!ENTITY")
    }

    /// What comes after the declaration, the document type and comments.
    private static func withoutProlog(_ text: String) -> Substring {
        var rest = text.trimmingPrefix("\u{FEFF}").drop(while: \.isWhitespace)
        for (start, end) in [("<?", "?>"), ("<!--", "-->"), ("<!DOCTYPE", ">"), ("<!--", "-->")] {
            while rest.hasPrefix(start), let range = rest.firstRange(of: end) {
                rest = rest[range.upperBound...].drop(while: \.isWhitespace)
            }
        }
        return rest
    }
}
