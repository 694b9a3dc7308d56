import TenonSecurity
package import TenonUI

/// The texts of this feature.
package enum GeneratorText: String, LocalizedKey {
    case title, placeHelp, summary, password, strength, bits, levelVeryWeak, levelWeak,
        levelFair, levelGood, levelStrong, reveal, copied, copiedByTerminal, settings, kind,
        kindCharacters,
        kindWords, length, classes, classesProblem, lowercase, uppercase, digits,
        symbols, avoidsLookAlikes, avoidsLookAlikesHelp, count, separator, separatorHyphen,
        separatorSpace, separatorStop, separatorComma, separatorUnderscore, separatorNone, capitals,
        capitalsNone, capitalsFirst, capitalsAll, addsDigit, another

    package static let catalogue = Catalogue(json: PackageResources.Strings_json)

    /// What bits amount to, such as "Strong, 130 bits"; rounded down, never more than there is.
    package static func strength(ofBits bits: Double, _ localizer: Localizer) -> String {
        let level: GeneratorText =
            switch PassphraseStrength(bits: bits).level {
            case .veryWeak: .levelVeryWeak
            case .weak: .levelWeak
            case .fair: .levelFair
            case .good: .levelGood
            case .strong: .levelStrong
            }
        return localizer(GeneratorText.bits, count: Int(bits), ["level": localizer(level)])
    }
}
