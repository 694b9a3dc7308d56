import Synchronization
import TenonCore
import TenonSecurity

/// Makes passwords by the recipe that was used last in this process.
final class PasswordMaker: PasswordMaking {
    private struct Recipes {
        /// What the person chose.
        var usual = PasswordRecipe()
        /// How the last password was made that is longer or shorter on demand: no digits alone, since the next
        /// password may be for something else.
        var last = PasswordRecipe()

        func recipe(_ style: PasswordStyle) -> PasswordRecipe {
            var recipe = usual
            switch style {
            case .usual: break
            case .longer: return last.lengthened(by: 1)
            case .shorter: return last.lengthened(by: -1)
            case .plain:
                recipe.kind = .characters
                recipe.characters.classes = [.lowercase, .uppercase, .digits]
            case .words: recipe.kind = .words
            case .digits:
                recipe.kind = .characters
                recipe.characters = PasswordGenerator(length: 6, classes: .digits)
            }
            return recipe
        }
    }

    private let recipes = Mutex(Recipes())

    /// The recipe that the scene used last; the standard one at first.
    var recipe: PasswordRecipe {
        get { recipes.withLock { $0.usual } }
        set { recipes.withLock { $0 = Recipes(usual: newValue, last: newValue) } }
    }

    func makePassword(_ style: PasswordStyle) throws -> GeneratedPassword {
        let recipe = recipes.withLock { recipes in
            let recipe = recipes.recipe(style)
            if style != .digits { recipes.last = recipe }
            return recipe
        }
        return try recipe.make()
    }
}
