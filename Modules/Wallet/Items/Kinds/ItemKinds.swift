import TenonUI
import WalletVault

/// The kinds of items that this executable has screens for, in the order of their plugins.
struct ItemKinds: Sendable {
    let all: [any ItemKindPresenting]

    subscript(_ kind: ItemKind) -> (any ItemKindPresenting)? { all.first { $0.kind == kind } }
}
