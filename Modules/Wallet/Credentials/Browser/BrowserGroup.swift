import TenonCore
import TenonSecurity
import WalletVault

/// A group of logins, as the extension knows them: here, a tag.
///
/// The extension lets the person choose a group for a new login, and makes a group that is missing.
/// It names a group by name and identifier together; the identifier follows from the name, so that
/// nothing needs to be remembered of a group that has no login yet.
struct BrowserGroup {
    /// The name of what is above all groups, which stands for no tag.
    static let rootName = "Wallet"

    /// Tags with a meaning of their own, which a browser may not give away.
    private static let reserved: Set = [
        BrowserAssociations.tag, DockerCredentials.tag, GitCredentials.tag,
    ]
    /// The longest name, in bytes.
    private static let limit = 200
    /// The most groups of an answer.
    private static let mostGroups = 1000

    /// The name.
    let name: String

    /// A group; `nil` for what cannot be a tag.
    init?(_ name: String) {
        let name = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !name.isEmpty, name.utf8.count <= Self.limit, !name.contains(","),
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }),
            !Self.reserved.contains(name.lowercased())
        else { return nil }
        self.name = name
    }

    /// The group that a request for a new login names; `nil` for the root and for none.
    init?(named request: JSONValue) {
        guard let name = request["group"]?.string, let group = BrowserGroup(name),
            request["groupUuid"]?.string == group.id
        else { return nil }
        self = group
    }

    /// The tags of a login of this group.
    var tags: [String] { [name] }

    /// What the protocol knows it by: 32 hexadecimal digits.
    var id: String {
        Array("group \(name)".utf8).withUnsafeBytes { SecretHash.sha256(of: $0) }.prefix(16)
            .hexadecimal()
    }

    /// The groups of a vault with these tags.
    static func all(_ tags: [String]) -> [BrowserGroup] {
        let groups = tags.lazy.compactMap { tag in
            BrowserGroup(tag).flatMap { $0.name == tag ? $0 : nil }
        }
        return Array(groups.prefix(mostGroups))
    }
}

extension BrowserSession {
    /// One group above all, and in it one for each tag.
    func groups() async throws -> Members {
        try await associatedName()
        let tags = try await vault.existing.tags().keys.sorted()
        let children = BrowserGroup.all(tags).map { group in
            JSONValue.object([
                .init("name", .string(group.name)), .init("uuid", .string(group.id)),
                .init("children", .array([])),
            ])
        }
        let root = JSONValue.object([
            .init("name", .string(BrowserGroup.rootName)), .init("uuid", databaseHash),
            .init("children", .array(children)),
        ])
        return [
            .init("groups", .object([.init("groups", .array([root]))])),
            .init("defaultGroup", .string(BrowserGroup.rootName)),
            .init("defaultGroupAlwaysAllow", .bool(true)),
        ]
    }

    /// Takes a name for a group; there is one as soon as a login has the tag.
    func makeGroup(_ request: JSONValue) async throws -> Members {
        try await associatedName()
        guard let group = request["groupName"]?.string.flatMap({ BrowserGroup($0) }) else {
            throw BrowserProblem.cannotCreateGroup
        }
        return [.init("name", .string(group.name)), .init("uuid", .string(group.id))]
    }
}
