package import TenonSecurity

/// How a password is made.
package struct PasswordRecipe: Sendable, Equatable {
    /// What a password is made of.
    package enum Kind: String, Sendable, CaseIterable {
        /// Characters.
        case characters
        /// Words of a list.
        case words
    }

    /// A kind of characters, by a name that does not change.
    package enum CharacterKind: String, Sendable, CaseIterable {
        /// `a` to `z`.
        case lowercase = "lower"
        /// `A` to `Z`.
        case uppercase = "upper"
        /// `0` to `9`.
        case digits
        /// Everything else in ASCII but the space.
        case symbols

        /// It as the generator knows it.
        package var classes: PasswordGenerator.Classes {
            switch self {
            case .lowercase: .lowercase
            case .uppercase: .uppercase
            case .digits: .digits
            case .symbols: .symbols
            }
        }
    }

    /// What the password is made of.
    var kind: Kind
    /// How it is made of characters.
    var characters: PasswordGenerator
    /// How it is made of words.
    var words: WordGenerator

    /// The words: the long list of the EFF.
    package static let wordList = WordList(lines: PackageResources.EFFLongWordList_txt)

    /// Makes a recipe; 20 characters of all kinds, and six words, unless something else is said.
    package init(
        kind: Kind = .characters, characters: PasswordGenerator = PasswordGenerator(),
        words: WordGenerator = WordGenerator()
    ) {
        self.kind = kind
        self.characters = characters
        self.words = words
    }

    /// The recipe of a longer or shorter password, within what is allowed.
    ///
    /// - Parameter steps: How much longer, or shorter below 0; a step is a word, two digits, or four characters of
    ///   several kinds.
    func lengthened(by steps: Int) -> PasswordRecipe {
        func moved(_ number: Int, by step: Int, in allowed: ClosedRange<Int>) -> Int {
            min(max(number + steps * step, allowed.lowerBound), allowed.upperBound)
        }
        var recipe = self
        switch kind {
        case .characters:
            recipe.characters.length = moved(
                characters.length, by: characters.classes == .digits ? 2 : 4,
                in: PasswordGenerator.allowedLengths)
        case .words:
            recipe.words.count = moved(words.count, by: 1, in: WordGenerator.allowedCounts)
        }
        return recipe
    }

    /// Makes a password with the kernel's random generator.
    ///
    /// - Throws: `SecurityError` (`securityGenerator`) when the recipe allows none.
    package func make() throws -> GeneratedPassword {
        switch kind {
        case .characters:
            GeneratedPassword(text: try characters.make(), bits: characters.bits)
        case .words:
            GeneratedPassword(
                text: try words.make(from: Self.wordList), bits: words.bits(with: Self.wordList))
        }
    }
}
