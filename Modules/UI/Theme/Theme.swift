import Foundation
public import TenonCore

/// The meanings that a front end may give a colour.
public enum ColorRole: String, Sendable, Codable, CaseIterable {
    /// Behind everything.
    case background
    /// Cards, bars and dialogs.
    case surface
    /// Fields and things that are pointed at.
    case field
    /// Lines around and between things.
    case border
    /// Running text.
    case text
    /// Labels and less important text.
    case secondaryText
    /// What can be pressed, and the present choice.
    case accent
    /// Text on the accent colour.
    case onAccent
    /// The ring around what has the focus.
    case focus
    /// Success.
    case positive
    /// Attention.
    case caution
    /// Errors and destruction.
    case critical
}

/// A colour of the sRGB space, 8 bits a channel.
public struct RGBColor: Sendable, Codable, Hashable {
    /// Red, 0 to 255.
    public var red: UInt8
    /// Green, 0 to 255.
    public var green: UInt8
    /// Blue, 0 to 255.
    public var blue: UInt8

    /// Makes a colour from `0xRRGGBB`.
    public init(_ value: UInt32) {
        red = UInt8(truncatingIfNeeded: value >> 16)
        green = UInt8(truncatingIfNeeded: value >> 8)
        blue = UInt8(truncatingIfNeeded: value)
    }

    /// The colour as `#rrggbb`.
    public var hex: String {
        let value = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        return "#" + value.hexadecimal(digits: 6)
    }

    /// The relative luminance of WCAG 2.2, from 0 to 1.
    public var luminance: Double {
        0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
    }

    /// The contrast ratio of WCAG 2.2 to another colour, from 1 to 21.
    public func contrast(to other: RGBColor) -> Double {
        let (light, dark) = (max(luminance, other.luminance), min(luminance, other.luminance))
        return (light + 0.05) / (dark + 0.05)
    }

    private static func linear(_ channel: UInt8) -> Double {
        Self.linearTable[Int(channel)]
    }

    /// The transfer function of sRGB (IEC 61966-2-1), by channel value.
    private static let linearTable: [Double] = (0...255).map { channel in
        let value = Double(channel) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
}

/// A colour for every role, light or dark.
public struct Theme: Sendable, Equatable {
    /// Which of the two a person prefers.
    public enum Scheme: String, Sendable, Codable, CaseIterable, SettingValue {
        /// As the surroundings say.
        case system
        /// Dark on light.
        case light
        /// Light on dark.
        case dark
    }

    private let colors: [ColorRole: RGBColor]

    /// Makes a theme; a role that is missing takes the colour of text.
    public init(_ colors: [ColorRole: RGBColor]) { self.colors = colors }

    /// The same theme with other colours for some roles.
    public func with(_ colors: [ColorRole: RGBColor]) -> Theme {
        Theme(self.colors.merging(colors) { $1 })
    }

    /// The colour of a role.
    public subscript(_ role: ColorRole) -> RGBColor {
        colors[role] ?? colors[.text] ?? RGBColor(0)
    }

    /// Dark on light.
    public static let light = Theme([
        .background: RGBColor(0xF5F6F4), .surface: RGBColor(0xFFFFFF), .field: RGBColor(0xEEF1EF),
        .border: RGBColor(0x7D8A85), .text: RGBColor(0x17211E), .secondaryText: RGBColor(0x4C5A55),
        .accent: RGBColor(0x0B6B58), .onAccent: RGBColor(0xFFFFFF), .focus: RGBColor(0x0A5BD3),
        .positive: RGBColor(0x1B6B2F), .caution: RGBColor(0x8A4B00), .critical: RGBColor(0xB3261E),
    ])

    /// Light on dark.
    public static let dark = Theme([
        .background: RGBColor(0x101614), .surface: RGBColor(0x19211E), .field: RGBColor(0x232D29),
        .border: RGBColor(0x6F7F78), .text: RGBColor(0xE8EEEB), .secondaryText: RGBColor(0xA9B8B1),
        .accent: RGBColor(0x63D2B6), .onAccent: RGBColor(0x06231C), .focus: RGBColor(0x8AB8FF),
        .positive: RGBColor(0x7FD894), .caution: RGBColor(0xF2B866), .critical: RGBColor(0xFF9C93),
    ])
}
