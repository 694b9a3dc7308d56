package import TenonCore

/// The marks that KeePassXC keeps in the data of a group, as XML.
package enum KeePassMark {
    /// Whether the data of a group says that a mark is set.
    ///
    /// Data of other programs may be secret, so no string is made of it.
    package static func isSet(_ key: String, in data: SecretText) -> Bool {
        let mark = Array("<Key>\(key)</Key><Value>true</Value>".utf8)
        return data.withBytes { bytes in
            bytes.indices.contains { start in
                bytes[start] == mark[0]
                    && bytes[start...].lazy.filter { $0 > 0x20 }.starts(with: mark)
            }
        }
    }
}
