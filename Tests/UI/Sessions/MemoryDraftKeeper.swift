import Synchronization
import TenonUI

/// Keeps what was typed in memory.
final class MemoryDraftKeeper: DraftKeeping {
    let outlivesProgram: Bool
    private let drafts = Mutex<[KeptDraft]>([])
    private let looks = Mutex(0)

    init(outlivesProgram: Bool = true) { self.outlivesProgram = outlivesProgram }

    var all: [KeptDraft] { drafts.withLock(\.self) }
    /// How often somebody has looked.
    var lookCount: Int { looks.withLock(\.self) }

    func keep(_ drafts: [KeptDraft]) async { self.drafts.withLock { $0 += drafts } }
    func kept() async -> [KeptDraft] {
        defer { looks.withLock { $0 += 1 } }
        return all
    }
    func forget(_ draft: KeptDraft) async {
        drafts.withLock { $0.removeAll { $0.id == draft.id } }
    }
}
