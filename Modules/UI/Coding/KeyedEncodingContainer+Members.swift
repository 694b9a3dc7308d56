extension KeyedEncodingContainer {
    /// Encodes the values of several keys; a key without a value is left out.
    mutating func encode(_ members: KeyValuePairs<Key, (any Encodable)?>) throws {
        for (key, value) in members {
            if let value { try encode(value, forKey: key) }
        }
    }
}
