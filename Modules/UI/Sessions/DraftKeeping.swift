public import Foundation
public import TenonCore

/// What was typed on a screen and not saved when its session ended.
public struct KeptDraft: Sendable, Equatable, Identifiable {
    /// Tells it from others.
    public let id: UUID
    /// Where the screen is.
    public var location: Location
    /// The title of the screen.
    public var title: String
    /// The values, by the ids of their fields.
    public var values: [String: FieldValue]

    /// Makes one.
    public init(
        id: UUID = UUID(), location: Location, title: String, values: [String: FieldValue]
    ) {
        self.id = id
        self.location = location
        self.title = title
        self.values = values
    }
}

/// Keeps what was typed where nobody can be asked before it goes, such as when a window is torn down, a
/// connection is cut or a program is told to end.
///
/// A later session offers to go on with it, and once more where its screen is opened, until the person goes on
/// or discards it. What is kept may hold secrets: who keeps it says where, and for how long.
public protocol DraftKeeping: Sendable {
    /// Whether the next program finds what is kept, not only a later session of this one.
    ///
    /// Where it does, another one may have gone on with it, so that a lock does not say that it is gone.
    var outlivesProgram: Bool { get }

    /// Keeps what was typed; the program waits for it before it ends.
    func keep(_ drafts: [KeptDraft]) async

    /// All that is kept, the oldest first.
    func kept() async -> [KeptDraft]

    /// Lets one go, which a person goes on with or has discarded.
    func forget(_ draft: KeptDraft) async
}

extension AnyPort {
    /// Keeps what was typed when a session ends; without it, that goes.
    public static let draftKeeper = OptionalPort<any DraftKeeping>("draftKeeper")
}
