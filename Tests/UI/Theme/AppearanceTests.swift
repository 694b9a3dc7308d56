import Synchronization
import TenonCore
import TenonUI
import Testing

@Suite struct AppearanceTests {
    @Test("copies of its localizer speak the language that is chosen, and that of the start again")
    func languages() {
        let appearance = Appearance(localizer: Localizer(language: "en"))
        let copy = appearance.localizer
        appearance.setLanguage("pt-BR")
        #expect(copy.language == "pt-BR")
        #expect(copy(UIText.cancel) == "Cancelar")
        #expect(copy.number(1234) == "1.234")
        appearance.setLanguage(nil)
        #expect(copy(UIText.cancel) == "Cancel")
    }

    @Test("it tells of changes only, and no longer than the observation is kept")
    func observation() {
        let appearance = Appearance(localizer: Localizer(language: "en"), scheme: .light)
        let count = Mutex(0)
        var observation: Appearance.Observation? = appearance.observe {
            count.withLock { $0 += 1 }
        }
        appearance.setScheme(.light)
        appearance.setLanguage("en")
        #expect(count.withLock { $0 } == 0)
        appearance.setScheme(.dark)
        appearance.setLanguage("pt-BR")
        #expect(count.withLock { $0 } == 2)
        #expect(observation != nil)
        observation = nil
        appearance.setScheme(nil)
        #expect(count.withLock { $0 } == 2)
    }
}
