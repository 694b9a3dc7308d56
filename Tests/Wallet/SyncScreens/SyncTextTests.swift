import TenonCore
import TenonUI
import Testing
import WalletSync

@testable import WalletSyncScreens  // The texts are internal.

@Suite("The words of sync")
struct SyncTextTests {
    @Test("every text is there in every language, and none without a use")
    func complete() {
        let catalogue = SyncText.catalogue
        #expect(catalogue.languages == ["de", "en", "pt-BR"])
        for key in SyncText.allCases {
            for language in catalogue.languages {
                #expect(catalogue.contains(key.rawValue, in: language), "\(key) in \(language)")
            }
        }
        #expect(Set(catalogue.keys) == Set(SyncText.allCases.map(\.rawValue)))
    }

    @Test(
        "the frame says how it stands, in few words",
        arguments: zip(
            SyncStatus.Phase.allCases,
            [
                nil, nil, "in step", "waiting for changes", "working, 3 of 9", "waits to be let in",
                "offline since never", "taken out", "2 conflicts",
            ]))
    func badge(_ phase: SyncStatus.Phase, _ text: String?) {
        var status = SyncStatus(phase)
        status.progress = SyncStatus.Progress(completed: 3, total: 9)
        status.conflictCount = 2
        #expect(
            status.badge(Localizer(language: "en"), now: Timestamp(milliseconds: 0))?.text == text)
    }

    @Test(
        "what to do is named by what is on the screens, and elsewhere by a command",
        arguments: [("en", "“Conflicts”"), ("de", "„Konflikte“")])
    func step(language: String, name: String) {
        let explanation = Explanation(SyncError.noConflict)
        #expect("\(explanation.remedy)" == "List them again with \"wallet sync conflicts\".")
        let shown = explanation.onScreens(Localizer(language: language))
        #expect("\(shown.remedy)" == "List them again with \(name).")
        #expect(shown.message == explanation.message)
    }
}
