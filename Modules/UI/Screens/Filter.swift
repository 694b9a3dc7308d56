/// A choice that narrows the lists of a screen, beside its search.
public struct Filter: Sendable, Codable, Equatable, Identifiable {
    /// One of the things that can be chosen.
    public struct Option: Sendable, Codable, Equatable, Identifiable {
        /// Names the option within its filter.
        public var id: String
        /// What it is called.
        public var title: String
        /// How many rows it leaves; `nil` when that is not told.
        public var count: Int?

        /// Makes an option.
        public init(id: String, title: String, count: Int? = nil) {
            self.id = id
            self.title = title
            self.count = count
        }
    }

    /// Names the filter within its screen.
    public var id: String
    /// What it is about: "Kind".
    public var title: String
    /// What can be chosen.
    public var options: [Option]
    /// The ids of what is chosen now; empty when nothing is narrowed.
    public var chosen: [String]
    /// Whether several options can be chosen together.
    public var takesSeveral: Bool

    /// Makes a filter.
    public init(
        id: String, title: String, options: [Option], chosen: [String] = [],
        takesSeveral: Bool = false
    ) {
        self.id = id
        self.title = title
        self.options = options
        self.chosen = chosen
        self.takesSeveral = takesSeveral
    }

    /// What is chosen after an option was: it is taken away when it was chosen before.
    public func toggling(_ option: String) -> [String] {
        if chosen.contains(option) { return chosen.filter { $0 != option } }
        return takesSeveral ? chosen + [option] : [option]
    }
}

extension Screen {
    /// The filter with an id.
    public func filter(_ id: String) -> Filter? { filters.first { $0.id == id } }

    /// Takes options for chosen that were asked for just now, until the next screen says what is.
    ///
    /// So a front end whose person is quicker than the screens chooses beside what was chosen last.
    package mutating func expect(_ options: [String], of filter: String) {
        guard let place = filters.firstIndex(where: { $0.id == filter }) else { return }
        filters[place].chosen = options
    }

    /// Checks that options belong to a filter of this screen.
    ///
    /// - Throws: ``SessionError`` for an unknown filter or option, or more options than it takes.
    func check(_ options: [String], of id: String) throws {
        guard let filter = filter(id) else { throw SessionError.unknownFilter(id) }
        let isKnown = options.allSatisfy { id in filter.options.contains { $0.id == id } }
        guard isKnown, filter.takesSeveral || options.count <= 1 else {
            throw SessionError.wrongOption(filter)
        }
    }
}
