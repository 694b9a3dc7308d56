import TenonCore

extension ErrorCode {
    /// The location names an item of another kind.
    static let itemsOtherKind = ErrorCode("items.other-kind", .badData)
}

/// An error of this feature.
struct ItemsError: ExplainedError {
    let code: ErrorCode
    let message: Sentence
    let remedy: Sentence
    let cause: (any Error)? = nil

    static let otherKind = ItemsError(
        code: .itemsOtherKind, message: "The item is of another kind than this link says.",
        remedy: "Find it in the list.")
}
