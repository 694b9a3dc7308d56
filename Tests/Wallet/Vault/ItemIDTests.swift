import Foundation
import Testing
import WalletVault

@Suite struct ItemIDTests {
    @Test("The text form has 26 safe characters and leads back to the same id")
    func roundTrip() throws {
        for _ in 0..<200 {
            let id = ItemID()
            let text = id.description
            #expect(text.count == 26)
            #expect(text.allSatisfy { "0123456789abcdefghjkmnpqrstvwxyz".contains($0) })
            #expect(ItemID(text) == id)
            #expect(ItemID(text.uppercased()) == id)
            #expect(try JSONDecoder().decode(ItemID.self, from: JSONEncoder().encode(id)) == id)
        }
    }

    @Test("Letters that look like digits are read as digits")
    func lookAlikes() {
        #expect(ItemID("0oO1iIlL00000000000000000z") == ItemID("0001111100000000000000000z"))
    }

    @Test(
        "What is no id is refused",
        arguments: [
            "", "0", String(repeating: "0", count: 25), String(repeating: "0", count: 27),
            "8" + String(repeating: "0", count: 25), String(repeating: "u", count: 26),
            "0000000000000-000000000000",
        ])
    func refused(_ text: String) {
        #expect(ItemID(text) == nil)
    }
}
