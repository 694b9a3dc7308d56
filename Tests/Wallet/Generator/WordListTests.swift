import TenonCore
import TenonSecurity
import Testing
import WalletGenerator

@Suite("The list of words")
struct WordListTests {
    /// All words, by drawing each of them once.
    private static let words: [String] = {
        (0..<7776).map { index in
            var numbers = OneWord(index: UInt64(index), of: 7776)
            let pair = try? WordGenerator(count: 2, separator: "/")
                .make(from: PasswordRecipe.wordList, using: &numbers)
            return String(pair?.reveal().split(separator: "/").first ?? "")
        }
    }()

    private var words: [String] { Self.words }

    /// Random numbers that draw the same word of a list again and again.
    private struct OneWord: RandomNumberGenerator {
        let number: UInt64

        init(index: UInt64, of count: UInt64) { number = UInt64.max / count * index + (count << 8) }

        mutating func next() -> UInt64 { number }
    }

    @Test("There are 7,776 different words")
    func count() {
        #expect(PasswordRecipe.wordList.count == 7776)
        #expect(Set(words).count == 7776)
        #expect(words.first == "abacus")
        #expect(words.last == "zoom")
    }

    @Test("Words have three to nine letters in lower case, four of them a hyphen")
    func letters() {
        for word in words {
            #expect((3...9).contains(word.count), "\(word)")
            #expect(
                word.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }, "\(word)")
        }
        #expect(words.filter { $0.contains("-") }.count == 4)
    }

    @Test("No word is the beginning of another, so that no two draws read the same")
    func prefixes() {
        let sorted = words.sorted()
        for (word, next) in zip(sorted, sorted.dropFirst()) {
            #expect(!next.hasPrefix(word), "\(word), \(next)")
        }
    }

    @Test("Six words have 77.5 bits, and a recipe says so")
    func bits() throws {
        let password = try PasswordRecipe(kind: .words).make()
        #expect(abs(password.bits - 77.5489) < 0.001)
        #expect(try PasswordRecipe().make().bits > 130)
    }
}
