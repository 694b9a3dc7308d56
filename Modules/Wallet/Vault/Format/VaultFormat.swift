/// The numbers of the file format, which the article “The file of a vault” describes as a whole.
enum VaultFormat {
    /// The version of what is sealed.
    static let version: UInt32 = 1
    /// The formats of a file: without attachments, and with their tables.
    static let formats: ClosedRange<Int64> = 1...2
    /// `PRAGMA application_id`: "WLLT".
    static let applicationID: Int64 = 0x574C_4C54

    /// Overviews are padded to a multiple of this.
    static let overviewPadding = 64
    /// Details are padded to a multiple of this.
    static let detailsPadding = 128
    /// Parts of the site index are padded to a multiple of this.
    static let sitePadding = 448

    /// The last chunk of an attachment is padded to a multiple of this.
    static let attachmentPadding = 4096
    /// How long content is kept for an attachment that no item has got, in milliseconds: a day.
    static let attachmentPatience: Int64 = 24 * 3600 * 1000

    /// The largest overview; far above what a person enters, and less than a chunk of the index.
    static let overviewLimit = 64 * 1024
    /// The largest details.
    static let detailsLimit = 4 * 1024 * 1024

    /// How many former versions of a login are kept.
    static let historyLimit = 20
    /// How long the trash keeps items, in milliseconds: 30 days.
    static let trashLifetime: Int64 = 30 * 24 * 3600 * 1000

    /// How many buckets items, and sites, are divided into; a power of two.
    ///
    /// At 100,000 items a bucket has about 100: few enough to verify all of them for one item, and
    /// the buckets few enough to verify their sum.
    static let bucketCount = 1024
}

/// What a sealed part is; the first byte of the data that its seal authenticates.
enum SealedPart: UInt8 {
    case overview = 1
    case details = 2
    case itemBucket = 3
    case siteBucket = 4
    case root = 5
    case slot = 6
}
