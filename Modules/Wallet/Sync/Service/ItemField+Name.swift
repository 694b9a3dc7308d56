import TenonCore
import WalletVault

extension ItemField {
    /// What people call the part.
    var name: Sentence {
        if self == .title { return "Title" }
        return part?.name ?? customLabel.map { "Field \"\($0)\"" } ?? "Further content"
    }

    /// Whether its values are shown only on request.
    var isConcealed: Bool {
        guard self != .title else { return false }
        return part.map { $0.isSecret || $0 == .notes } ?? true
    }
}
