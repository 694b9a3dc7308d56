import Synchronization
import TenonUI

/// Keeps what was typed in memory.
final class MemoryDraftKeeper: DraftKeeping {
    let outlivesProgram: Bool
    private let keepsSecrets: Bool
    private let drafts = Mutex<[KeptDraft]>([])
    private let looks = Mutex(0)

    init(outlivesProgram: Bool = true, keepsSecrets: Bool = true) {
        self.outlivesProgram = outlivesProgram
        self.keepsSecrets = keepsSecrets
    }

    var all: [KeptDraft] { drafts.withLock(\.self) }
    /// How often somebody has looked.
    var lookCount: Int { looks.withLock(\.self) }

    func keep(_ drafts: [KeptDraft]) async {
        let kept = drafts.map { draft in
            var draft = draft
            draft.values = draft.values.filter { _, value in
                if case .secret = value { keepsSecrets } else { true }
            }
            return draft
        }
        self.drafts.withLock { $0 += kept.filter { !$0.values.isEmpty } }
    }
    func kept() async -> [KeptDraft] {
        defer { looks.withLock { $0 += 1 } }
        return all
    }
    func forget(_ draft: KeptDraft) async {
        drafts.withLock { $0.removeAll { $0.id == draft.id } }
    }
}
