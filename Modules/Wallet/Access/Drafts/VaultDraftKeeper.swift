import Foundation
import TenonCore
import TenonUI
import WalletVault

/// Keeps what was typed and not saved with the keys of the open vault, in the agent where one holds it: it
/// goes when the vault locks, and is written nowhere.
///
/// Secrets are kept of items only, not of forms that are about the vault itself, such as a new passphrase or
/// a recovery sheet.
struct VaultDraftKeeper: DraftKeeping {
    let vault: any Vault

    /// The agent, which locks by itself, goes on when this program ends.
    var outlivesProgram: Bool { vault.locksItself }

    func keep(_ drafts: [KeptDraft]) async {
        guard vault.status == .unlocked else { return }
        for draft in drafts.compactMap(Self.keepable) {
            // Who does not answer is not waited for once more.
            guard (try? await vault.keepTyped(draft.id.uuidString, draft.record)) != nil else {
                return
            }
        }
    }

    func kept() async -> [KeptDraft] {
        guard vault.status == .unlocked, let records = try? await vault.typed() else { return [] }
        return records.compactMap { try? KeptDraft(record: $0) }
    }

    func forget(_ draft: KeptDraft) async { try? await vault.forgetTyped(draft.id.uuidString) }

    /// What is kept of it; `nil` when that is nothing.
    private static func keepable(_ draft: KeptDraft) -> KeptDraft? {
        var draft = draft
        let first = draft.location.segments.first
        if !ItemKind.allCases.contains(where: { $0.rawValue == first }) {
            draft.values = draft.values.filter { value in
                if case .secret = value.value { false } else { true }
            }
        }
        return draft.values.isEmpty ? nil : draft
    }
}
