import TenonUI
import Testing

@Suite struct UITextTests {
    @Test(
        "the texts are there in every language, and no others",
        arguments: UIText.catalogue.languages)
    func complete(_ language: String) {
        for key in UIText.allCases {
            #expect(UIText.catalogue.contains(key.rawValue, in: language), "\(key) in \(language)")
        }
        #expect(Set(UIText.catalogue.keys) == Set(UIText.allCases.map(\.rawValue)))
    }

    @Test("English, Arabic, German and Brazilian Portuguese are spoken")
    func languages() {
        #expect(UIText.catalogue.languages == ["ar", "de", "en", "pt-BR"])
    }

    @Test("a text has the same placeholders in every language", arguments: UIText.allCases)
    func placeholders(_ key: UIText) {
        let found = UIText.catalogue.languages.map { language in
            Set(Localizer(language: language)(key).matches(of: /\{[a-z]+\}/).map { String($0.0) })
        }
        #expect(Set(found).count == 1)
    }

    @Test("seconds are counted in each language")
    func seconds() {
        #expect(Localizer(language: "en")(UIText.secondsLeft, count: 1) == "1 second left")
        #expect(Localizer(language: "en")(UIText.secondsLeft, count: 5) == "5 seconds left")
        #expect(Localizer(language: "de")(UIText.secondsLeft, count: 1) == "noch 1 Sekunde")
        #expect(Localizer(language: "de")(UIText.secondsLeft, count: 5) == "noch 5 Sekunden")
        let arabic = Localizer(language: "ar-EG")
        #expect(
            [0, 1, 2, 3, 11, 100].map { arabic(UIText.secondsLeft, count: $0) } == [
                "لم تبقَ أي ثانية", "بقيت ثانية واحدة", "بقيت ثانيتان", "بقيت ٣ ثوانٍ",
                "بقيت ١١ ثانية", "بقيت ١٠٠ ثانية",
            ])
        #expect(Localizer(language: "ar")(UIText.secondsLeft, count: 3) == "بقيت 3 ثوانٍ")
        #expect(Localizer(language: "pt-BR")(UIText.secondsLeft, count: 1) == "resta 1 segundo")
        #expect(Localizer(language: "pt-BR")(UIText.secondsLeft, count: 5) == "restam 5 segundos")
    }
}
