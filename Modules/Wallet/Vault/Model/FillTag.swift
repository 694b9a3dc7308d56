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

    /// Whether a person has taken the tag away, so that no file brings it back.
    package var hasDroppedFillTag: Bool {
        !isWithheld && customFields.contains { $0.label == HiddenLabel.fillTag }
    }

    /// The tags of an entry that a file brings to the item.
    package func newTags(of entry: ItemHead) -> [String] {
        entry.tags.filter { tag in
            !tags.contains(tag) && !(hasDroppedFillTag && [tag].withholdFill)
        }
    }
}

extension Login {
    /// Remembers whether a person has taken the tag from a login, or has given it once more.
    mutating func followFillTag(of former: Login) {
        if head.isWithheld {
            head.customFields.removeAll { $0.label == HiddenLabel.fillTag }
        } else if former.head.isWithheld {
            setMark(HiddenLabel.fillTag, to: FillRules.dropped)
        }
    }
}

extension [String] {
    fileprivate var withholdFill: Bool { contains { $0.lowercased() == FillTag.none } }
}
