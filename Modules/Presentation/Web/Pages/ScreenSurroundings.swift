import TenonCore
import TenonUI

/// Writes what stands around a screen: the bar, the places of the application, and the notices.
struct ScreenSurroundings {
    /// The identity of the part with the commands.
    private static let commandsID = "commands"

    let frame: PageFrame
    let session: PageContext.SessionPart
    private let screenLocation: Location

    init(frame: PageFrame, session: PageContext.SessionPart, location: Location) {
        self.frame = frame
        self.session = session
        screenLocation = location
    }

    private var localizer: Localizer { frame.context.localizer }

    /// The bar with the way to the places, the application's name, the search and the commands,
    /// which are the actions of the application.
    ///
    /// - Parameter first: What the screen's form has before all its other buttons.
    func bar(
        for screen: Screen, commands: [Action], isInert: Bool, @HTMLBuilder first: () -> HTML
    ) -> HTML {
        element(.header, .class("bar"), Attribute(.inert, if: isInert)) {
            first()
            places.menu(screen.destinations)
            frame.brand
            if let search = screen.search { self.search(search) }
            self.commands(commands)
        }
    }

    /// The commands; several stand behind a button where there is little room.
    ///
    /// They belong to the screen's form: what was typed goes along without a script as well.
    @HTMLBuilder
    private func commands(_ actions: [Action]) -> HTML {
        if actions.count > 1 {
            OpenerButton(
                target: Self.commandsID, icon: .more,
                label: localizer(UIText.more, ["name": frame.context.application.name]),
                localizer: localizer
            ).html
        }
        if !actions.isEmpty {
            element(
                .div, .class("commands"), .id(Self.commandsID),
                Attribute(.popover, if: actions.count > 1)
            ) { actions.map { ActionRenderer(localizer: localizer).button($0) } }
        }
    }

    /// The places of the application.
    func places(of screen: Screen, isInert: Bool) -> HTML {
        places.navigation(screen, isInert: isInert)
    }

    private var places: DestinationRenderer {
        DestinationRenderer(localizer: localizer, paths: session.paths)
    }

    /// The screen that a form belongs to, so that a form of an old page does nothing.
    var location: HTML {
        element(
            .input, Attribute(.type, "hidden"), Attribute(.name, FormNames.location),
            Attribute(.value, screenLocation.description))
    }

    /// The place for passing messages.
    ///
    /// It is always present, since assistive technology only reads out what is added to a region
    /// that it knows.
    func notices(_ notices: [(id: Int, notice: Notice)]) -> HTML {
        let last = notices.last { $0.notice.undo != nil }?.id
        return element(
            .div, .class("notices"), .id("notices"), Attribute(.role, "status"),
            Attribute(.ariaLive, "polite")
        ) {
            for (id, notice) in notices {
                element(
                    .div, .class("notice", "tone-\(notice.tone.rawValue)"), .id("notice.\(id)"),
                    Attribute(.dataNotice, "\(id)")
                ) {
                    ToneMark(localizer: localizer).html(notice.tone, isWordShown: false)
                    element(.span, Attribute(.dir, "auto")) { notice.text }
                    if let undo = notice.undo { self.undo(undo, hasKey: id == last) }
                }
            }
        }
    }

    /// The button that takes back what a notice is about.
    ///
    /// - Parameter hasKey: Whether it has the access key, which does without a script what Ctrl+Z does with one.
    private func undo(_ id: String, hasKey: Bool) -> HTML {
        element(
            .button, Attribute(.type, "submit"), .class("button small undo"),
            Attribute(.form, ActionRenderer.formID), .formaction(session.paths.command(.undo)),
            Attribute(.name, FormNames.undo), Attribute(.value, id), .id("undo.\(id)"),
            Attribute(.ariaKeyShortcuts, "Control+Z"),
            hasKey ? Attribute(.accesskey, "z") : nil
        ) { localizer(UIText.undo) }
    }

    private func search(_ search: Search) -> HTML {
        frame.form(.search, session, .class("search"), Attribute(.role, "search"), .id("search")) {
            location
            element(.label, Attribute(.for, "search-text")) {
                Icon.search.html
                element(.span, Attribute(.dir, "auto")) { search.label }
            }
            element(
                .input, Attribute(.type, "search"), .id("search-text"),
                Attribute(.name, FormNames.search), Attribute(.value, search.text),
                Attribute(.placeholder, search.label),
                Attribute(.autocomplete, "off"), Attribute(.spellcheck, "false"),
                Attribute(.dir, "auto"), Attribute(.ariaKeyShortcuts, "/"))
            element(.button, Attribute(.type, "submit"), .class("button small"), .id("search-go")) {
                localizer(UIText.search)
            }
        }
    }
}
