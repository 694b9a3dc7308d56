import TenonCore

/// Encoded fields that a newer version wrote, kept byte by byte for when the value is saved again.
package struct UnknownFields: Sendable, Equatable {
    /// The encoded fields, one after the other; they may be secrets.
    var encoded = SecretText(utf8: [])

    /// No unknown fields.
    init() {}

    init(encoded: SecretText) { self.encoded = encoded }

    /// Keeps what was collected of a record while its other fields were read.
    init(_ unread: SecretWriter) {
        guard unread.count > 0 else { return }
        encoded = unread.withBytes { SecretText(utf8: $0) }
    }
}
