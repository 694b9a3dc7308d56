import TenonCore

/// What the path of a request asks for.
enum WebRoute: Sendable, Equatable {
    /// The bare address of the server.
    case root
    /// The start address with its token.
    case start(String)
    /// A file of the front end: the version in its path, and its name.
    case asset(version: String, name: String)
    /// The present screen of a session (no location), or a location, as written in the address.
    case screen(key: String, location: String?)
    /// A location in its own session, or where sessions begin.
    case newTab(key: String, location: String?)
    /// An image of a screen: what names it, and that.
    case image(key: String, ImageName, String)
    /// The stream of changes of a session.
    case live(key: String)
    /// Something to do in a session.
    case command(key: String, Command)

    /// What an image is named by.
    enum ImageName: String, Sendable {
        case address, id
        /// A BlurHash, which is the picture itself.
        case blurred
    }

    /// What can be done by sending a form.
    enum Command: String, Sendable, CaseIterable {
        /// An action of the screen.
        case act
        /// The boxes beside rows, as they are checked.
        case choose
        /// All rows, or none.
        case select
        /// An option of a filter.
        case filter
        /// Values of live fields.
        case edit
        /// The answer to a question.
        case answer
        /// Taking back what a notice is about.
        case undo
        /// Going back.
        case back
        /// Going to a place of the application.
        case open
        /// Searching.
        case search
        /// Other rows of a list.
        case window
        /// The row that is in sight first.
        case reading
        /// Light, dark or as the system says.
        case theme
        /// Keeping the session, which would end for lack of use.
        case stay
        /// Ending the session and the server.
        case stop

        /// Whether it concerns the screen of the page that it comes from.
        var concernsScreen: Bool {
            switch self {
            case .act, .choose, .select, .filter, .edit, .back, .open, .search, .window, .reading:
                true
            case .answer, .undo, .theme, .stay, .stop: false
            }
        }
    }

    /// Reads the target of a request; `nil` when nothing is there.
    init?(target: String) {
        let queryStart = target.firstIndex(of: "?") ?? target.endIndex
        let segments = target[..<queryStart].split(separator: "/", omittingEmptySubsequences: false)
            .map(String.init)
        guard segments.first == "", segments.count >= 2 else { return nil }
        switch (segments[1], segments.count) {
        case ("", 2):
            self = .root
        case ("start", 3):
            self = .start(segments[2])
        case ("assets", 4):
            self = .asset(version: segments[2], name: segments[3])
        case ("s", 4), ("new", 4):
            let text = segments[3] + String(target[queryStart...])
            let location = text.isEmpty ? nil : text
            self =
                segments[1] == "s"
                ? .screen(key: segments[2], location: location)
                : .newTab(key: segments[2], location: location)
        case ("image", 5):
            guard let name = ImageName(rawValue: segments[3]),
                let text = try? PercentCoding.decode(Substring(segments[4]).utf8, in: target)
            else { return nil }
            self = .image(key: segments[2], name, text)
        case ("live", 3):
            self = .live(key: segments[2])
        case ("do", 4):
            guard let command = Command(rawValue: segments[3]) else { return nil }
            self = .command(key: segments[2], command)
        default:
            return nil
        }
    }
}

/// The addresses of one session.
package struct SessionPaths: Sendable, Equatable {
    /// The unguessable part.
    let key: String

    /// Makes the addresses for a key.
    package init(key: String) { self.key = key }

    /// The address of the present screen.
    var now: PageLink { .location("", below: ["s", key]) }

    /// The address of a location.
    func screen(_ location: Location) -> PageLink {
        .location(location.description, below: ["s", key])
    }

    /// Where a location is opened in its own session.
    func newTab(_ location: Location) -> PageLink {
        .location(location.description, below: ["new", key])
    }

    /// Where changes are told.
    var live: PageLink { .path(["live", key]) }

    /// Where something is asked for.
    func command(_ command: WebRoute.Command) -> PageLink {
        .path(["do", key, command.rawValue])
    }
}
