import TenonCore

extension ErrorCode {
    /// The location names an item of another kind.
    static let itemsOtherKind = ErrorCode("items.other-kind", .badData)
}

/// An error of this feature.
typealias ItemsError = ModuleError<ItemsErrors>

/// Tells ``ItemsError`` apart from the errors of other modules.
enum ItemsErrors {}

extension ItemsError {
    static var otherKind: ItemsError {
        ItemsError(
            .itemsOtherKind, "This link names an item of another kind.",
            remedy: "Find it in the list.")
    }
}
