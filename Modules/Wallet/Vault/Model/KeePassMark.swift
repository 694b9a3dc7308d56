package import TenonCore

/// The marks that KeePassXC keeps in the data of a group, as XML.
package enum KeePassMark {
    /// Whether the data of a group says that a mark is set.
    package static func isSet(_ key: String, in data: SecretText) -> Bool {
        has("<Key>\(key)</Key><Value>true</Value>", data)
    }

    /// Whether the data of a group has a value, whatever it is.
    package static func isThere(_ key: String, in data: SecretText) -> Bool {
        has("<Key>\(key)</Key>", data) && !has("<Key>\(key)</Key><Value></Value>", data)
            && !has("<Key>\(key)</Key><Value/>", data)
    }

    /// Data of other programs may be secret, so no string is made of it.
    private static func has(_ text: String, _ data: SecretText) -> Bool {
        let mark = Array(text.utf8)
        return data.withBytes { bytes in
            bytes.indices.contains { start in
                bytes[start] == mark[0]
                    && bytes[start...].lazy.filter { $0 > 0x20 }.starts(with: mark)
            }
        }
    }
}
