import TenonCore

/// What the manifest says about which items belong to which sites.
extension VaultTransaction {
    /// What the items of these sites are listed by.
    func tokens(of record: OverviewRecord) -> Set<SiteToken> {
        SiteToken.tokens(of: record.sites, vault.keys, vault.domains)
    }

    /// Lists an item by some tokens, and not by others any more.
    func list(_ id: ItemID, by after: Set<SiteToken>, notBy before: Set<SiteToken> = []) throws {
        for token in before.subtracting(after) {
            try withSiteBucket(token) { $0.remove(token, id) }
        }
        for token in after.subtracting(before) {
            try withSiteBucket(token) { $0.insert(token, id) }
        }
    }

    /// Lists every item by its exact hosts, in a vault that an earlier version has written.
    func indexHosts() throws {
        for number in 0..<VaultFormat.bucketCount {
            try vault.forEachOverview(inBucket: number, connection) { id, _, _, plain in
                let record = try OverviewRecord(fields: OverviewPrelude.fields(of: plain))
                try list(id, by: tokens(of: record))
            }
        }
        root.indexesHosts = true
        isChanged = true
    }

    private func withSiteBucket(
        _ token: SiteToken, _ body: (inout SiteBucket) -> Void
    ) throws {
        let number = token.bucket
        if siteBuckets[number] == nil {
            siteBuckets[number] =
                try vault.bucket(.sites, number, connection) { try SiteBucket($0) }
                ?? SiteBucket()
        }
        body(&siteBuckets[number, default: SiteBucket()])
    }
}
