import Synchronization
import TenonCore
import TenonUI

/// Keeps what was typed, and says that the next program finds it.
enum KeepingDrafts: Plugin {
    static let manifest = PluginManifest(
        name: "test.drafts", version: "1.0.0", summary: "Keeps what was typed")

    static func register(in registrar: inout Registrar) {
        registrar.provide(.draftKeeper) { MemoryDrafts() }
    }
}

private final class MemoryDrafts: DraftKeeping {
    let outlivesProgram = true
    private let drafts = Mutex<[KeptDraft]>([])

    func keep(_ drafts: [KeptDraft]) async { self.drafts.withLock { $0 += drafts } }
    func kept() async -> [KeptDraft] { drafts.withLock(\.self) }
    func forget(_ draft: KeptDraft) async {
        drafts.withLock { $0.removeAll { $0.id == draft.id } }
    }
}

@section("tenon_plugins") @used
let keepingDraftsRecord: PluginRecord = (1, 0, { $0.store(KeepingDrafts.self) })
