import TenonSecurity
package import TenonUI

/// The texts of this feature.
package enum GeneratorText: String, LocalizedKey {
    case action = "generator.action"
    case actionHelp = "generator.action.help"
    case title = "generator.title"
    case summary = "generator.summary"
    case password = "generator.password"
    case strength = "generator.strength"
    case bits = "generator.bits"
    case levelVeryWeak = "generator.level.very-weak"
    case levelWeak = "generator.level.weak"
    case levelFair = "generator.level.fair"
    case levelGood = "generator.level.good"
    case levelStrong = "generator.level.strong"
    case copy = "generator.copy"
    case reveal = "generator.reveal"
    case conceal = "generator.conceal"
    case copied = "generator.copied"
    case settings = "generator.settings"
    case kind = "generator.kind"
    case kindCharacters = "generator.kind.characters"
    case kindWords = "generator.kind.words"
    case length = "generator.length"
    case numberProblem = "generator.number-problem"
    case classes = "generator.classes"
    case classesProblem = "generator.classes.problem"
    case lowercase = "generator.lowercase"
    case uppercase = "generator.uppercase"
    case digits = "generator.digits"
    case symbols = "generator.symbols"
    case avoidsLookAlikes = "generator.avoids-look-alikes"
    case avoidsLookAlikesHelp = "generator.avoids-look-alikes.help"
    case count = "generator.count"
    case separator = "generator.separator"
    case separatorHyphen = "generator.separator.hyphen"
    case separatorSpace = "generator.separator.space"
    case separatorStop = "generator.separator.stop"
    case separatorComma = "generator.separator.comma"
    case separatorUnderscore = "generator.separator.underscore"
    case separatorNone = "generator.separator.none"
    case capitals = "generator.capitals"
    case capitalsNone = "generator.capitals.none"
    case capitalsFirst = "generator.capitals.first"
    case capitalsAll = "generator.capitals.all"
    case addsDigit = "generator.adds-digit"
    case another = "generator.another"

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
