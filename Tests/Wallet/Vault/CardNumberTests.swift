import TenonCore
import Testing
import WalletVault

/// The numbers are those that the brands publish for tests.
@Suite struct CardNumberTests {
    @Test(
        "Brand and groups follow from the number",
        arguments: [
            ("378282246310005", CardBrand.americanExpress, "3782 822463 10005"),
            ("30569309025904", .dinersClub, "3056 930902 5904"),
            ("6011111111111117", .discover, "6011 1111 1111 1117"),
            ("3530111333300000", .jcb, "3530 1113 3330 0000"),
            ("5555555555554444", .mastercard, "5555 5555 5555 4444"),
            ("2223003122003222", .mastercard, "2223 0031 2200 3222"),
            ("4111-1111-1111-1111", .visa, "4111 1111 1111 1111"),
            ("6200000000000005", .unionPay, "6200 0000 0000 0005"),
            ("6759649826438453", .maestro, "6759 6498 2643 8453"),
            ("2200000000000004", .mir, "2200 0000 0000 0004"),
            ("5066991111111118", .elo, "5066 9911 1111 1118"),
        ])
    func brands(text: String, brand: CardBrand, grouped: String) {
        let number = CardNumber(SecretText(text))
        #expect(number.brand == brand)
        #expect(number.grouped.reveal() == grouped)
        #expect(number.doubt == nil)
    }

    @Test("Every single mistyped digit is noticed")
    func mistyped() {
        let right = Array("5555555555554444".utf8)
        for place in right.indices {
            for digit in UInt8(ascii: "0")...UInt8(ascii: "9") where digit != right[place] {
                var wrong = right
                wrong[place] = digit
                #expect(!CardNumber(SecretText(utf8: wrong)).hasCheckDigit)
            }
        }
    }

    @Test("Doubts tell what is wrong; an empty number has none")
    func doubts() {
        #expect(CardNumber(SecretText("")).doubt == nil)
        #expect(CardNumber(SecretText("4111 1111 1111 1112")).doubt == .checkDigit)
        #expect(CardNumber(SecretText("37828224631000")).doubt == .length)
        #expect(CardNumber(SecretText("411x")).doubt == .characters)
        #expect(CardNumber(SecretText("411x")).grouped.reveal() == "411x")
        #expect(CardNumber(SecretText("41111")).grouped.reveal() == "4111 1")
        #expect(CardNumber(SecretText("4111")).grouped.reveal() == "4111")
    }

    @Test(
        "Expiry is read as people write it",
        arguments: [
            ("04/27", "2027-04"), ("4/2027", "2027-04"), ("2027-04", "2027-04"),
            ("12-30", "2030-12"), (" 1 / 31", "2031-01"),
        ])
    func expiry(text: String, expected: String) {
        #expect(YearMonth(text)?.description == expected)
    }

    @Test(
        "What is no month is none",
        arguments: ["", "13/27", "0/27", "4", "04/127", "a/27", "1/2/27"])
    func noExpiry(text: String) {
        #expect(YearMonth(text) == nil)
    }

    @Test("A time is in its month, also before 1970 and on the edges")
    func months() {
        func month(_ seconds: Int64) -> String {
            YearMonth(Timestamp(seconds: seconds)).description
        }
        #expect(month(0) == "1970-01")
        #expect(month(-1) == "1969-12")
        #expect(month(951_782_399) == "2000-02")
        #expect(month(951_868_799) == "2000-02")
        #expect(month(951_868_800) == "2000-03")
        #expect(month(1_798_761_599) == "2026-12")
        #expect(month(1_798_761_600) == "2027-01")
    }
}
