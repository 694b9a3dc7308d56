/// Identifies a stored value: by the plugin or feature that owns it, and a name.
public struct StorageKey: Hashable, Sendable, Codable {
    /// The owner, for example `orders`; features do not read each other's values.
    public let owner: String
    /// The name, unique for its owner, for example `list.order`.
    public let name: String

    /// Makes a key; both parts are any text.
    public init(_ owner: String, _ name: String) {
        self.owner = owner
        self.name = name
    }
}

extension StorageKey {
    /// Two keys are equal when their bytes are: what looks the same may be spelled in two ways.
    public static func == (left: StorageKey, right: StorageKey) -> Bool {
        left.owner.utf8.elementsEqual(right.owner.utf8)
            && left.name.utf8.elementsEqual(right.name.utf8)
    }
}

extension StorageKey: CustomStringConvertible {
    /// The owner and the name, for messages.
    public var description: String { "\(owner)/\(name)" }
}
