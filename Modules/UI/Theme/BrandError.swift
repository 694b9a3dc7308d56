public import TenonCore

extension ErrorCode {
    /// The brand of an application has an icon, colours or a sign that cannot be used.
    public static let brandRefused = ErrorCode("brand.refused", .configuration)
}

/// What is wrong with the brand of an application.
public typealias BrandError = ModuleError<BrandErrors>

/// Tells ``BrandError`` apart from other errors.
public enum BrandErrors {}

extension BrandError {
    static func unreadable(_ scheme: Theme.Scheme, _ faults: [Theme.Fault]) -> BrandError {
        let colors = faults.map(\.description).joined(separator: "; ")
        return BrandError(
            .brandRefused,
            scheme == .dark
                ? "The dark theme of the brand has colours with too little contrast: \(colors)"
                : "The light theme of the brand has colours with too little contrast: \(colors)",
            remedy: "Make one colour of each pair lighter or darker, and build again.")
    }

    static func badSign(_ sign: String) -> BrandError {
        BrandError(
            .brandRefused,
            "The sign of the brand, \"\(sign)\", cannot stand before a name on a terminal.",
            remedy: """
                Give at most \(Brand.maximumSignWidth) columns of text without control characters, \
                or none.
                """)
    }

    static var noDrawing: BrandError {
        BrandError(
            .brandRefused, "The icon of the brand is not a drawing in SVG.",
            remedy: """
                Give an SVG file in UTF-8 that begins with <svg xmlns="http://www.w3.org/2000/svg" …> \
                and has no <!ENTITY>; convert another picture first.
                """)
    }

    static func largeIcon(_ size: Int) -> BrandError {
        BrandError(
            .brandRefused,
            "The icon of the brand has \(size) bytes; \(BrandIcon.maximumSize) are possible.",
            remedy: "Simplify the drawing, and take pictures and fonts out of it.")
    }
}
