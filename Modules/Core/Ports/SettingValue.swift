/// A value of a ``Setting``, which people write as text.
///
/// An enumeration of strings needs nothing but to be named one; a setting then takes its cases only.
public protocol SettingValue: LosslessStringConvertible, Sendable {
    /// The texts of all values; empty when there are too many to name.
    static var settingChoices: [String] { get }
}

extension SettingValue {
    /// None are named.
    public static var settingChoices: [String] { [] }
}

extension SettingValue where Self: CaseIterable & RawRepresentable, RawValue == String {
    /// The raw values of all cases.
    public static var settingChoices: [String] { allCases.map(\.rawValue) }

    /// The raw value.
    public var description: String { rawValue }

    /// The case with a raw value, if there is one.
    public init?(_ description: String) { self.init(rawValue: description) }
}

extension String: SettingValue {}
extension Int: SettingValue {}
