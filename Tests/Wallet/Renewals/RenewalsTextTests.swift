import TenonUI
import Testing

@testable import WalletRenewals  // The calendar is internal.

@Suite struct RenewalsTextTests {
    @Test("every text is there in every language, and none without a use")
    func complete() {
        let catalogue = RenewalsText.catalogue
        #expect(catalogue.languages == ["ar", "de", "en", "pt-BR"])
        for key in RenewalsText.allCases {
            for language in catalogue.languages {
                #expect(catalogue.contains(key.rawValue, in: language), "\(key) in \(language)")
            }
        }
        #expect(Set(catalogue.keys) == Set(RenewalsText.allCases.map(\.rawValue)))
    }
}
