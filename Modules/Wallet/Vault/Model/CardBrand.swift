/// The brand of a card, by its number.
package enum CardBrand: String, Sendable, Codable, CaseIterable {
    case americanExpress = "amex"
    case dinersClub = "diners"
    case discover
    case elo
    case jcb
    case maestro
    case mastercard
    case mir
    case unionPay = "unionpay"
    case visa

    /// The name, as the brand writes it.
    package var name: String {
        switch self {
        case .americanExpress: "American Express"
        case .dinersClub: "Diners Club"
        case .discover: "Discover"
        case .elo: "Elo"
        case .jcb: "JCB"
        case .maestro: "Maestro"
        case .mastercard: "Mastercard"
        case .mir: "Mir"
        case .unionPay: "UnionPay"
        case .visa: "Visa"
        }
    }

    /// The ranges of the first six digits, the narrower ones first where they overlap.
    ///
    /// Source: the issuer identification numbers that the brands publish (ISO/IEC 7812 for the scheme).
    private static let ranges: [(ClosedRange<Int>, CardBrand)] = [
        (401_178...401_179, .elo), (431_274...431_274, .elo), (438_935...438_935, .elo),
        (451_416...451_416, .elo), (457_631...457_632, .elo), (504_175...504_175, .elo),
        (506_699...506_778, .elo), (509_000...509_999, .elo), (627_780...627_780, .elo),
        (636_297...636_297, .elo), (636_368...636_368, .elo), (650_031...650_033, .elo),
        (650_035...650_051, .elo), (650_405...650_439, .elo), (650_485...650_538, .elo),
        (650_541...650_598, .elo), (650_700...650_718, .elo), (650_720...650_727, .elo),
        (650_901...650_920, .elo), (651_652...651_679, .elo), (655_000...655_019, .elo),
        (655_021...655_058, .elo),
        (220_000...220_499, .mir), (222_100...272_099, .mastercard),
        (300_000...305_999, .dinersClub), (309_500...309_599, .dinersClub),
        (340_000...349_999, .americanExpress), (352_800...358_999, .jcb),
        (360_000...369_999, .dinersClub), (370_000...379_999, .americanExpress),
        (380_000...399_999, .dinersClub), (400_000...499_999, .visa),
        (500_000...509_999, .maestro), (510_000...559_999, .mastercard),
        (560_000...589_999, .maestro), (601_100...601_199, .discover),
        (620_000...629_999, .unionPay), (644_000...659_999, .discover),
        (639_000...639_099, .maestro), (670_000...679_999, .maestro),
        (810_000...817_199, .unionPay),
    ]

    /// The brand of a number by its first six digits.
    init?(firstDigits: Int) {
        guard let found = Self.ranges.first(where: { $0.0.contains(firstDigits) }) else {
            return nil
        }
        self = found.1
    }
}
