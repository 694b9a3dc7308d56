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
