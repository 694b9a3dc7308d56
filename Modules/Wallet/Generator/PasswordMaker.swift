import Synchronization
import TenonCore
import TenonSecurity

/// Makes passwords by the recipe that was used last in this process.
final class PasswordMaker: PasswordMaking {
    private let remembered = Mutex(PasswordRecipe())

    /// The recipe that was used last; the standard one at first.
    var recipe: PasswordRecipe {
        get { remembered.withLock { $0 } }
        set { remembered.withLock { $0 = newValue } }
    }

    func makePassword(_ style: PasswordStyle) throws -> GeneratedPassword {
        var recipe = recipe
        switch style {
        case .usual: break
        case .long:
            recipe.kind = .characters
            recipe.characters.length = min(
                2 * recipe.characters.length, PasswordGenerator.allowedLengths.upperBound)
        case .plain:
            recipe.kind = .characters
            recipe.characters.classes = [.lowercase, .uppercase, .digits]
        case .words: recipe.kind = .words
        case .digits:
            recipe.kind = .characters
            recipe.characters = PasswordGenerator(length: 6, classes: .digits)
        }
        return try recipe.make()
    }
}
