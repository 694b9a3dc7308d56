public import TenonCore

/// Something a person can do; the one table behind buttons, menu items, shortcuts and links.
public struct Action: Sendable, Codable, Equatable, Identifiable {
    /// What an action belongs to.
    public enum Scope: String, Sendable, Codable, CaseIterable {
        /// One row of a list, or one fact.
        case row
        /// The rows of a list that are chosen.
        case selection
        /// The whole screen.
        case screen
        /// The application, on all of its screens.
        case application
    }

    /// What an action is in its group.
    public enum Role: String, Sendable, Codable, CaseIterable {
        /// The one that is most likely wanted.
        case primary
        /// Any other.
        case normal
        /// Something is lost by it.
        case destructive
        /// The way out without a change.
        case cancel
    }

    /// Whether it can be done now.
    public enum Availability: Sendable, Codable, Equatable {
        /// It can.
        case enabled
        /// It cannot; the reason is shown.
        case disabled(reason: String)
    }

    /// Names the action within its screen; shortcuts are remembered by it.
    public var id: String
    /// A verb, as on a button.
    public var title: String
    /// What it does, in one sentence; may be empty.
    public var help: String
    /// What it belongs to.
    public var scope: Scope
    /// What it is in its group.
    public var role: Role
    /// A single lower-case letter that front ends may use as its key.
    public var shortcut: String?
    /// What it means on all screens; its key, which no other action gets, takes the place of a shortcut.
    public var accelerator: Accelerator?
    /// Whether it can be done now.
    public var availability: Availability
    /// Asked by the session before the scene hears of the action.
    public var confirmation: Confirmation?
    /// Text asked for by the session and handed to the scene with the action.
    public var input: Prompt?
    /// A picture of what it does; its title is its name where only the picture is seen.
    public var icon: Icon?

    /// Makes an action.
    public init(
        id: String, title: String, help: String = "", scope: Scope = .screen, role: Role = .normal,
        shortcut: String? = nil, accelerator: Accelerator? = nil,
        availability: Availability = .enabled,
        confirmation: Confirmation? = nil, input: Prompt? = nil, icon: Icon? = nil
    ) {
        self.id = id
        self.title = title
        self.help = help
        self.scope = scope
        self.role = role
        self.shortcut = accelerator?.letter ?? shortcut
        self.accelerator = accelerator
        self.availability = availability
        self.confirmation = confirmation
        self.input = input
        self.icon = icon
    }

    /// Whether it can be done now.
    public var isEnabled: Bool { availability == .enabled }
}
