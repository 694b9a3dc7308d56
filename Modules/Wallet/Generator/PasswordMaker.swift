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

    func makePassword() throws -> GeneratedPassword { try recipe.make() }
}
