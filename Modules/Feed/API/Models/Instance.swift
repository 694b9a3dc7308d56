package import TenonNetworking

/// What a server says about itself.
package struct Instance: FeedModel, Hashable {
    /// What it calls itself.
    let title: String
    /// Its version, as it writes it.
    let version: String
    /// Which program it is, as far as that is known.
    package let family: ServerFamily
    /// How much it takes.
    package let limits: InstanceLimits
    /// Where it sends events, with `https` or `http`; `nil` where it does not say.
    package let streaming: WebAddress?

    /// Reads version 2 of the description, and version 1 where a server has no other.
    package init(_ members: Members) throws {
        guard let version = members.words("version") else {
            throw ReadingFailure(member: "version")
        }
        self.version = version
        title = members.text("title") ?? ""
        family = ServerFamily(version: version, source: members.text("source_url") ?? "")
        let configuration = members.members("configuration")
        limits = InstanceLimits(
            configuration, longestText: members.integer("max_toot_chars"),
            mostMedia: family.traits.mediaLimit)
        let address =
            configuration?.members("urls")?.text("streaming")
            ?? members.members("urls")?.text("streaming_api")
        streaming = address.flatMap(Self.webAddress)
    }

    /// Streams are given by the addresses of web sockets, and are at the same place without them.
    private static func webAddress(_ text: String) -> WebAddress? {
        text.hasPrefix("ws") ? try? WebAddress("http" + text.dropFirst(2)) : try? WebAddress(text)
    }
}

/// How much a server takes; the defaults are those of Mastodon.
package struct InstanceLimits: Hashable, Sendable {
    /// The longest text of a post, in characters.
    package let textLength: Int
    /// As how many characters an address counts, whatever its length.
    private let addressLength: Int
    /// How many pictures a post may have.
    package let media: Int
    /// The types of files that it takes; empty where it does not say.
    package let mediaTypes: [String]
    /// The largest picture in bytes.
    package let pictureBytes: Int
    /// The largest picture in pixels, width times height.
    let picturePixels: Int
    /// The longest alternative text, in characters.
    package let descriptionLength: Int

    /// How many characters a text counts for the server: an address as many as it says, whatever its
    /// length, and a handle without its server.
    package func length(of text: String) -> Int {
        text.replacing(/https?:\/\/\S+/, with: String(repeating: "-", count: addressLength))
            .replacing(/(@\w+)@[\w.\-]+/) { $0.1 }.count
    }

    init(_ configuration: Members?, longestText: Int?, mostMedia: Int?) {
        func positive(_ number: Int?) -> Int? { number.flatMap { $0 > 0 ? $0 : nil } }
        let posts = configuration?.members("statuses")
        let files = configuration?.members("media_attachments")
        textLength = positive(posts?.integer("max_characters")) ?? positive(longestText) ?? 500
        addressLength = positive(posts?.integer("characters_reserved_per_url")) ?? 23
        let most = positive(posts?.integer("max_media_attachments")) ?? 4
        media = mostMedia.map { min($0, most) } ?? most
        mediaTypes = files?.texts("supported_mime_types") ?? []
        pictureBytes = positive(files?.integer("image_size_limit")) ?? 16 << 20
        picturePixels = positive(files?.integer("image_matrix_limit")) ?? 33_177_600
        descriptionLength = positive(files?.integer("description_limit")) ?? 1_500
    }
}
