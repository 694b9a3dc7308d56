import Glibc
import TenonCore
import TenonSecurity
import Testing

/// Random numbers that are given beforehand.
private struct ListedNumbers: RandomNumberGenerator {
    var rest: ArraySlice<UInt64>

    init(_ numbers: [UInt64]) { rest = numbers[...] }

    mutating func next() -> UInt64 { rest.removeFirst() }
}

@Suite struct WordGeneratorTests {
    private let list = WordList(lines: Array("ant\nbee\ncow\ndog\nelk\n".utf8))
    private let words: Set<String> = ["ant", "bee", "cow", "dog", "elk"]

    @Test("Passphrases have the chosen number of words, all from the list", arguments: [2, 6, 32])
    func count(count: Int) throws {
        let passphrase = try WordGenerator(count: count).make(from: list).reveal()
        let parts = passphrase.split(separator: "-", omittingEmptySubsequences: false)
        #expect(parts.count == count)
        #expect(parts.allSatisfy { words.contains(String($0)) })
    }

    @Test("Separators and capitals are as chosen")
    func appearance() throws {
        for _ in 0..<20 {
            let spaced = try WordGenerator(count: 3, separator: " ", capitals: .first)
                .make(from: list).reveal()
            #expect(
                spaced.split(separator: " ").allSatisfy {
                    $0.first?.isUppercase == true && words.contains($0.lowercased())
                })
            let loud = try WordGenerator(count: 3, separator: "", capitals: .all)
                .make(from: list).reveal()
            #expect(loud == loud.uppercased() && loud.count == 9)
            let wide = try WordGenerator(count: 2, separator: "· ·").make(from: list).reveal()
            #expect(wide.contains("· ·"))
        }
    }

    @Test("A digit follows any of the words, with all digits")
    func digit() throws {
        var places: Set<Int> = []
        var digits: Set<Character> = []
        for _ in 0..<1_000 {
            let text = try WordGenerator(count: 3, addsDigit: true).make(from: list).reveal()
            let parts = text.split(separator: "-").map(Array.init)
            let place = try #require(parts.firstIndex { $0.count == 4 })
            places.insert(place)
            digits.insert(parts[place][3])
            #expect(parts.joined().count == 10)
        }
        #expect(places == [0, 1, 2])
        #expect(digits == Set("0123456789"))
    }

    @Test("Exactly as many random numbers lead to each word; the one left over is drawn again")
    func noBias() throws {
        let share = UInt64.max / 5
        #expect(UInt64.max % 5 == 0, "Of the 2⁶⁴ numbers, one is too many for five words.")
        for (index, word) in ["ant", "bee", "cow", "dog", "elk"].enumerated() {
            // The first and the last number that lead to a word; those between them do as well.
            var numbers = ListedNumbers([UInt64(index) * share + 1, UInt64(index + 1) * share])
            let passphrase = try WordGenerator(count: 2).make(from: list, using: &numbers)
            #expect(passphrase.reveal() == "\(word)-\(word)")
            #expect(numbers.rest.isEmpty)
        }
        var numbers = ListedNumbers([0, 1, 0, 0, .max])
        let passphrase = try WordGenerator(count: 2).make(from: list, using: &numbers)
        #expect(passphrase.reveal() == "ant-elk")
        #expect(numbers.rest.isEmpty)
    }

    @Test("Words are drawn evenly")
    func distribution() throws {
        var counts: [String: Int] = [:]
        for _ in 0..<1_000 {
            let text = try WordGenerator(count: 32).make(from: list).reveal()
            for word in text.split(separator: "-") { counts[String(word), default: 0] += 1 }
        }
        let expected = 32_000.0 / 5
        let chiSquare = counts.values.reduce(0.0) { $0 + pow(Double($1) - expected, 2) / expected }
        // 4 degrees of freedom: beyond 45 with a probability below 10 to the −8.
        #expect(counts.count == 5)
        #expect(chiSquare < 45)
    }

    @Test("The bits are those of counting all possible passphrases")
    func bits() {
        #expect(abs(WordGenerator(count: 3).bits(with: list) - log2(125)) < 1e-9)
        let digit = WordGenerator(count: 3, addsDigit: true)
        #expect(abs(digit.bits(with: list) - log2(125 * 30)) < 1e-9)
        #expect(WordGenerator(count: 0).bits(with: list) == 0)
        #expect(WordGenerator().bits(with: WordList(lines: [])) == 0)
    }

    @Test("Settings that allow no passphrase are refused")
    func refused() {
        for generator in [
            WordGenerator(count: 1), WordGenerator(count: 33), WordGenerator(count: -1),
            WordGenerator(separator: "a"), WordGenerator(separator: "-1"),
            WordGenerator(separator: "ß"), WordGenerator(separator: "---------"),
        ] {
            let error = #expect(throws: SecurityError.self) { try generator.make(from: list) }
            #expect(error?.code == .securityGenerator)
            #expect(error?.remedy.isEmpty == false)
        }
        #expect(throws: SecurityError.self) {
            try WordGenerator().make(from: WordList(lines: Array("\n\none\n".utf8)))
        }
    }
}
