public import TenonCore

/// How a product looks in every front end; its name is that of the application.
///
/// A module or an executable of the product provides it at `AnyPort.brand`:
///
/// ```swift
/// registrar.provide(.brand) { try Brand(icon: BrandIcon(svg: PackageResources.tea_svg)) }
/// ```
public struct Brand: Sendable, Equatable {
    /// The most columns of a terminal that a sign may take.
    static let maximumSignWidth = 4

    /// The looks of an application without a brand.
    public static let standard = Brand()

    /// The picture of the application; `nil` is that of the front end.
    public let icon: BrandIcon?
    /// What stands before the name where there are no pictures; may be empty.
    public let sign: String
    /// The colours on a light background.
    public let light: Theme
    /// The colours on a dark background.
    public let dark: Theme
    /// What stands before the titles of rows where there are pictures.
    public let avatars: LetterAvatars

    private init() {
        (icon, sign, light, dark, avatars) = (nil, "", .light, .dark, .standard)
    }

    /// Describes how a product looks.
    ///
    /// - Parameters:
    ///   - icon: The picture of the application.
    ///   - sign: A short text in place of the picture, for example `☕`.
    ///   - light: The colours on a light background.
    ///   - dark: The colours on a dark background.
    ///   - avatars: The letters before the titles of rows.
    /// - Throws: ``BrandError`` when colours are hard to tell apart or the sign cannot be shown.
    public init(
        icon: BrandIcon? = nil, sign: String = "", light: Theme = .light, dark: Theme = .dark,
        avatars: LetterAvatars = .standard
    ) throws {
        guard HarmlessText.line(sign) == sign, DisplayWidth.of(sign) <= Self.maximumSignWidth else {
            throw BrandError.badSign(HarmlessText.line(sign))
        }
        for (scheme, theme) in [(Theme.Scheme.light, light), (.dark, dark)] {
            let faults = theme.faults
            guard faults.isEmpty else { throw BrandError.unreadable(scheme, faults) }
        }
        (self.icon, self.sign, self.light, self.dark) = (icon, sign, light, dark)
        self.avatars = avatars
    }

    /// The colours on a dark or a light background.
    public func theme(isDark: Bool) -> Theme { isDark ? dark : light }

    /// The name of an application behind the sign.
    public func title(of application: ApplicationInfo) -> String {
        sign.isEmpty ? application.name : "\(sign) \(application.name)"
    }
}

extension AnyPort {
    /// How the product looks; ``Brand/standard`` when nobody provides it.
    public static let brand = OptionalPort<Brand>("brand")
}
