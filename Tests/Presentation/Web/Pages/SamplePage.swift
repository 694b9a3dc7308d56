import TenonCore
import TenonQRCode
import TenonUI
import TenonWeb

/// Writes pages for tests.
enum SamplePage {
    static let application = ApplicationInfo(
        name: "Sample", executable: "sample", version: "1", scheme: "sample")

    /// The page of a screen with some blocks.
    static func html(_ blocks: Block...) -> String { html(screen(blocks: blocks)) }

    /// The page of a screen.
    static func html(
        _ screen: Screen, language: String = "en", scheme: Theme.Scheme = .system,
        codes: (any QRCodeMaking)? = QREncoder(),
        change: (inout PageContent) -> Void = { _ in }
    ) -> String {
        var content = PageContent(screen: screen)
        change(&content)
        let context = PageContext(
            application: application, localizer: Localizer(language: language), scheme: scheme,
            codes: codes, assetVersion: "v1")
        let session = PageContext.SessionPart(
            paths: SessionPaths(key: "KEY"), formToken: "TOKEN", idleMinutes: 30, secondsLeft: 1800)
        return HTMLWriter.text(ScreenPage(content, context: context, session: session).html)
    }

    /// A screen.
    static func screen(
        title: String = "Things", summary: String = "", phase: Phase = .ready,
        blocks: [Block] = [], actions: [Action] = [], search: Search? = nil,
        destinations: [Destination] = []
    ) -> Screen {
        Screen(
            location: Location(["things"]), title: title, summary: summary, phase: phase,
            blocks: blocks, actions: actions, search: search, destinations: destinations)
    }

    /// A form with one field.
    static func form(_ field: Field) -> Block {
        .form(FormBlock(id: "form", fields: [field], actions: [Action(id: "go", title: "Go")]))
    }
}
