import TenonSecurity
import TenonUI

/// The values of the generator's form, which may not be a valid recipe yet.
struct GeneratorDraft: Sendable, Equatable {
    /// The names of the fields of the form.
    enum FieldName: String {
        case kind, length, classes, count, separator, capitals
        case avoidsLookAlikes = "avoids-look-alikes"
        case addsDigit = "adds-digit"
    }

    /// What may stand between words.
    enum Separator: String, Sendable, CaseIterable {
        case hyphen, space, stop, comma, underscore, none

        var text: String {
            switch self {
            case .hyphen: "-"
            case .space: " "
            case .stop: "."
            case .comma: ","
            case .underscore: "_"
            case .none: ""
            }
        }
    }

    /// The recipe, but for the numbers while they are being typed.
    private(set) var recipe: PasswordRecipe
    /// The number of characters as it was typed.
    private(set) var length: String
    /// The number of words as it was typed.
    private(set) var count: String

    init(_ recipe: PasswordRecipe) {
        self.recipe = recipe
        length = String(recipe.characters.length)
        count = String(recipe.words.count)
    }

    /// What stands between the words.
    var separator: Separator {
        Separator.allCases.first { $0.text == recipe.words.separator } ?? .hyphen
    }

    /// The kinds of characters.
    var characterKinds: [PasswordRecipe.CharacterKind] {
        PasswordRecipe.CharacterKind.allCases.filter {
            recipe.characters.classes.contains($0.classes)
        }
    }

    /// The recipe, if a password can be made by it.
    var complete: PasswordRecipe? {
        switch recipe.kind {
        case .characters:
            FieldReading.number(length, in: PasswordGenerator.allowedLengths) == nil
                || recipe.characters.classes.isEmpty ? nil : recipe
        case .words:
            FieldReading.number(count, in: WordGenerator.allowedCounts) == nil ? nil : recipe
        }
    }

    /// Takes the values that a person entered; others stay.
    mutating func take(_ fields: [FieldName: FieldValue]) {
        for (name, value) in fields {
            switch (name, value) {
            case (.kind, .text(let text)):
                recipe.kind = PasswordRecipe.Kind(rawValue: text) ?? recipe.kind
            case (.length, .text(let text)):
                length = text
                recipe.characters.length =
                    FieldReading.number(text, in: PasswordGenerator.allowedLengths)
                    ?? recipe.characters.length
            case (.classes, .choices(let ids)):
                recipe.characters.classes = PasswordGenerator.Classes(
                    ids.compactMap { PasswordRecipe.CharacterKind(rawValue: $0)?.classes })
            case (.avoidsLookAlikes, .toggle(let isOn)):
                recipe.characters.avoidsLookAlikes = isOn
            case (.count, .text(let text)):
                count = text
                recipe.words.count =
                    FieldReading.number(text, in: WordGenerator.allowedCounts)
                    ?? recipe.words.count
            case (.separator, .text(let text)):
                recipe.words.separator = (Separator(rawValue: text) ?? separator).text
            case (.capitals, .text(let text)):
                recipe.words.capitals =
                    WordGenerator.Capitals(rawValue: text) ?? recipe.words.capitals
            case (.addsDigit, .toggle(let isOn)):
                recipe.words.addsDigit = isOn
            default: continue
            }
        }
    }
}
