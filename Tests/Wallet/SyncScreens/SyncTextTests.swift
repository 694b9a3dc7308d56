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
                "offline since never", "taken out", "leaving", "2 conflicts",
            ]))
    func badge(_ phase: SyncStatus.Phase, _ text: String?) {
        var status = SyncStatus(phase)
        status.progress = SyncStatus.Progress(completed: 3, total: 9)
        status.conflictCount = 2
        #expect(
            status.badge(Localizer(language: "en"), now: Timestamp(milliseconds: 0))?.text == text)
    }

    @Test("before and after leaving, what only this machine has is counted, and files are named")
    func leaving() throws {
        let localizer = Localizer(language: "en")
        var status = SyncStatus(.offline)
        #expect(status.leaveMessage(localizer).hasPrefix("What was changed here is handed over"))
        (status.unsent, status.unsentFiles) = (3, ["scan.pdf"])
        let texts = [
            "2 changes are on this machine alone.",
            "The content of 1 file was not handed over: “scan.pdf”.",
        ]
        #expect(status.leaveMessage(localizer).hasPrefix(texts.joined(separator: " ")))
        var departure = SyncDeparture(name: "phone")
        #expect(departure.texts(localizer, from: "/stick") == [])
        departure.backlog = status.backlog
        #expect(departure.texts(localizer, from: "/stick") == texts)
        departure.isRemoved = true
        let gone = "The vault is not kept in /stick any more, so there was nobody to tell."
        #expect(departure.texts(localizer, from: "/stick") == [gone] + texts)
        status = SyncStatus(.waiting)
        #expect(status.leaveMessage(localizer).hasPrefix("No machine has let this one in yet"))
    }

    @Test(
        "a clock that is wrong is named with its machine, by how much it is, and what to do",
        arguments: [
            (false, 1, "The clock of phone is more than 1 day ahead of the one of this machine."),
            (false, -9, "The clock of phone is more than 9 days behind the one of this machine."),
            (
                true, 2,
                "The clock of this machine is more than 2 days ahead of those of the others;"
            ),
            (true, -1, "The clock of this machine is more than 1 day behind those of the others;"),
        ])
    func clock(isThis: Bool, days: Int, text: String) throws {
        let id = try #require(DeviceID(bytes: [UInt8](repeating: 1, count: 16)))
        let clock = SyncClock(device: "phone", id: id, isThis: isThis, days: days)
        let localizer = Localizer(language: "en")
        #expect(clock.text(localizer).hasPrefix(text))
        #expect(clock.text(localizer).lowercased().contains("set "))
        var (status, outcome) = (SyncStatus(.inStep), SyncOutcome())
        (status.clocks, outcome.clocks) = ([clock], [clock])
        #expect(status.badge(localizer, now: Timestamp(milliseconds: 0))?.text == "wrong clock")
        #expect(outcome.remarks(localizer).map(\.text) == [clock.text(localizer)])
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
