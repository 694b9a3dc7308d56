package import TenonCore
package import TenonTesting
package import TenonUI

/// A form to type into.
package struct TypedForm: Sendable {
    /// What becomes of what is typed.
    package enum End: Sendable {
        /// The primary action is never done, such as one that writes a file.
        case unsaved
        /// The primary action saves it, or refuses it; names what was saved and is not where it belongs.
        case saved(@Sendable ([String: FieldValue]) async throws -> [String])
        /// It is kept while it is typed, so that one leaves without a question.
        case kept
    }

    /// Where it is.
    package let location: Location
    let end: End
    let avoided: Set<String>
    let prepare: @Sendable (SessionPilot) async throws -> Void

    /// Names a form.
    ///
    /// - Parameters:
    ///   - location: Where it is.
    ///   - end: What becomes of what is typed.
    ///   - avoided: The ids of actions that are not done, such as one that waits for another program.
    ///   - prepare: Comes to the form at the location, where another one is shown first.
    package init(
        _ location: Location, _ end: End = .unsaved, avoiding avoided: Set<String> = [],
        prepare: @escaping @Sendable (SessionPilot) async throws -> Void = { _ in }
    ) {
        self.location = location
        self.end = end
        self.avoided = avoided
        self.prepare = prepare
    }

    var isKept: Bool { if case .kept = end { true } else { false } }
}

extension SessionPilot {
    /// The patterns of the scenes of the application that none of some locations leads to.
    package func scenes(besides locations: [Location]) throws -> Set<String> {
        let container = application.container
        let router = container[.sceneRouter]
        let known = try locations.map { "\(try router.match($0).pattern)" }
        return Set(container[.scenes].map { "\($0.pattern)" }).subtracting(known)
    }

    /// Those of some locations that have a form to type into.
    package func forms(among locations: [Location]) async throws -> [Location] {
        var forms: [Location] = []
        for location in locations {
            try await open("\(location)")
            let screen = try screen()
            if screen.location == location, screen.fields.contains(where: \.isDraft) {
                forms.append(location)
            }
        }
        return forms
    }
}

extension Field {
    /// Whether what is typed into it is a draft: what a scene hears of at once is its own, but a secret is
    /// not kept by it.
    var isDraft: Bool {
        if case .file = kind { false } else { !isLive || isSecret }
    }
}
