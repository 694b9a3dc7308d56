/// The tag by which a login is kept from all programs: browsers, git and Docker.
///
/// A person gives it, or an import where another program has kept the login from being filled in. It
/// is a tag like any other: seen, taken away and exported as such.
package enum FillTag {
    /// The tag.
    package static let none = "no-fill"
}

extension ItemOverview {
    /// Whether no program gets the login; its owner does.
    package var isWithheld: Bool { tags.withholdFill }
}

extension ItemHead {
    /// Whether no program gets the login; its owner does.
    package var isWithheld: Bool { tags.withholdFill }
}

extension [String] {
    fileprivate var withholdFill: Bool { contains { $0.lowercased() == FillTag.none } }
}
