import Dispatch
import Synchronization
import TenonCore
import TenonSecurity

/// A new item, sealed and ready to be written.
struct SealedItem: Sendable {
    /// A new item before it is sealed.
    struct Draft: Sendable {
        let item: Item
        let history: [ItemVersion]
        let row: Int64
        let mark: MultisetSum
    }

    let id: ItemID
    let row: Int64
    let overview: [UInt8]
    let details: [UInt8]
    /// The places in the site index.
    let tokens: Set<SiteToken>

    /// Up to how many items are sealed on the calling thread alone.
    private static let few = 32

    /// Seals items, many of them on two threads.
    ///
    /// - Throws: ``VaultError`` (`vaultTooLarge`).
    static func seal(
        _ drafts: [Draft], revision: Int64, keys: VaultKeys, vault: ItemID,
        domains: any RegistrableDomainFinding
    ) throws -> [SealedItem] {
        let parts = drafts.count > few ? 2 : 1
        let results = Mutex<[Int: Result<[SealedItem], any Error>]>([:])
        DispatchQueue.concurrentPerform(iterations: parts) { part in
            let range = (part * drafts.count / parts)..<((part + 1) * drafts.count / parts)
            let result = Result {
                try drafts[range].map {
                    try SealedItem(
                        $0, revision: revision, keys: keys, vault: vault, domains: domains)
                }
            }
            results.withLock { $0[part] = result }
        }
        let sealed = results.withLock { $0 }
        return try (0..<parts).flatMap { try sealed[$0]?.get() ?? [] }
    }

    private init(
        _ draft: Draft, revision: Int64, keys: VaultKeys, vault: ItemID,
        domains: any RegistrableDomainFinding
    ) throws {
        id = draft.item.id
        row = draft.row
        details = try keys.details.seal(
            draft.item.details(history: draft.history).encoded(),
            for: SealContext(vault: vault, part: .details).with(id, revision))
        guard let seal = Seal(of: details) else { throw VaultError.unreadable("seal") }
        let prelude = OverviewPrelude(
            contentRevision: revision, detailsRevision: revision, detailsSeal: seal,
            mark: draft.mark)
        let record = draft.item.overview()
        overview = try keys.overview.seal(
            record.encoded(after: prelude),
            for: SealContext(vault: vault, part: .overview).with(id, revision))
        tokens = SiteToken.tokens(of: record.sites, keys, domains)
    }
}
